import { Aggregate } from "../aggregate"
import { listDeposits, selectDeposits } from "../lists/list-deposits"
import { walkIds } from "../lists/walk-ids"
import { captureDeposit, isCapturable } from "./captures"
import { readPositions, recordUnknown } from "./deposits"
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
  readonly select = this.bind(selectDeposits)
  readonly walk = this.bind(walkIds)
  readonly readPositions = this.bind(readPositions)
  readonly listUnmatched = this.bind(listUnmatched)
  readonly listIncoming = this.bind(listIncoming)
  readonly noteMatch = this.bind(noteMatch)
  readonly collectDust = this.bind(collectDust)
}
