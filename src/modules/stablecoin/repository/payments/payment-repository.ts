import { Aggregate } from "../aggregate"
import { listPayments } from "../lists/list-payments"
import { applyAtOnce } from "./apply-at-once"
import { countEnded, countHashlessRead } from "./counts"
import { firstStarted } from "./first-started"
import { listWaiting } from "./list-waiting"
import { openPayment } from "./open-payment"
import {
  applyFact,
  findNamedPayments,
  findPayment,
  reconcileSiblings,
} from "./payments"
import { eraseReturnUrls, purgePayments } from "./purge-payments"

/** Payments: their rows, facts and slots. */
export class PaymentRepository extends Aggregate {
  readonly open = this.bind(openPayment)
  readonly find = this.bind(findPayment)
  readonly findNamed = this.bind(findNamedPayments)
  readonly list = this.bind(listPayments)
  readonly listWaiting = this.bind(listWaiting)
  readonly firstStarted = this.bind(firstStarted)
  readonly applyFact = this.bind(applyFact)
  readonly applyAtOnce = this.bind(applyAtOnce)
  readonly reconcileSiblings = this.bind(reconcileSiblings)
  readonly countHashlessRead = this.bind(countHashlessRead)
  readonly countEnded = this.bind(countEnded)
  readonly eraseReturnUrls = this.bind(eraseReturnUrls)
  readonly purge = this.bind(purgePayments)
}
