export { captureDeposit as capture, isCapturable } from "./captures"
export { noteMatch, recordUnknown, readPositions } from "./deposits"
export {
  listUnmatched,
  listIncoming,
  collectDust,
  recordBalance,
} from "./seen-transfers"
