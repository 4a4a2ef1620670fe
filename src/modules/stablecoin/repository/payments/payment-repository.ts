import { Aggregate } from "../aggregate"
import { needAttention } from "../lists/attention"
import { listPayments, selectPayments } from "../lists/list-payments"
import { walkIds } from "../lists/walk-ids"
import { applyAtOnce } from "./apply-at-once"
import { countEnded, countHashlessRead } from "./counts"
import { firstStarted } from "./first-started"
import { listWaiting } from "./list-waiting"
import { openPayment } from "./open-payment"
import { listToProve, proveAgain } from "./prove"
import {
  applyFact,
  findNamedPayments,
  findPayment,
  recordOrder,
  reconcileSiblings,
} from "./payments"
import { eraseReturnUrls, purgePayments } from "./purge-payments"

/** Payments: their rows, facts and slots. */
export class PaymentRepository extends Aggregate {
  readonly open = this.bind(openPayment)
  readonly find = this.bind(findPayment)
  readonly findNamed = this.bind(findNamedPayments)
  readonly list = this.bind(listPayments)
  readonly select = this.bind(selectPayments)
  readonly walk = this.bind(walkIds)
  readonly needAttention = this.bind(needAttention)
  readonly listWaiting = this.bind(listWaiting)
  readonly firstStarted = this.bind(firstStarted)
  readonly applyFact = this.bind(applyFact)
  readonly applyAtOnce = this.bind(applyAtOnce)
  readonly recordOrder = this.bind(recordOrder)
  readonly reconcileSiblings = this.bind(reconcileSiblings)
  readonly listToProve = this.bind(listToProve)
  readonly proveAgain = this.bind(proveAgain)
  readonly countHashlessRead = this.bind(countHashlessRead)
  readonly countEnded = this.bind(countEnded)
  readonly eraseReturnUrls = this.bind(eraseReturnUrls)
  readonly purge = this.bind(purgePayments)
}
