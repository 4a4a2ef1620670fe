export { captureDeposit as capture, isCapturable } from "./captures"
export { recordUnknown, readPositions } from "./deposits"
export {
  listUnmatched,
  listIncoming,
  noteMatch,
  collectDust,
  recordBalance,
} from "./seen-transfers"
