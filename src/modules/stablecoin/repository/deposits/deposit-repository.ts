import { Aggregate } from "../aggregate"
import { captureDeposit, isCapturable } from "./allocations"
import { readPositions, recordUnknown } from "./deposits"
import { listDeposits } from "./list-deposits"
import { readOtherDeposits } from "./other-deposits"
import {
  collectDust,
  listIncoming,
  listUnmatched,
  noteMatch,
} from "./seen-transfers"

/** Money that arrived, and its uses. */
export class DepositRepository extends Aggregate {
  readonly capture = this.bind(captureDeposit)
  readonly isCapturable = this.bind(isCapturable)
  readonly recordUnknown = this.bind(recordUnknown)
  readonly list = this.bind(listDeposits)
  readonly readPositions = this.bind(readPositions)
  readonly readOthers = this.bind(readOtherDeposits)
  readonly listUnmatched = this.bind(listUnmatched)
  readonly listIncoming = this.bind(listIncoming)
  readonly noteMatch = this.bind(noteMatch)
  readonly collectDust = this.bind(collectDust)
}
