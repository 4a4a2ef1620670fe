export {
  listDeposits as list,
  selectDeposits as select,
} from "../lists/list-deposits"
export { walkIds as walk } from "../lists/walk-ids"
export { captureDeposit as capture, isCapturable } from "./captures"
export { recordUnknown, readPositions } from "./deposits"
export {
  listUnmatched,
  listIncoming,
  noteMatch,
  collectDust,
} from "./seen-transfers"
