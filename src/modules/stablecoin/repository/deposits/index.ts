export { captureDeposit as capture, isCapturable } from "./allocations"
export {
  keepDust,
  noteMatch,
  readPositions,
  recordBalance,
  recordUnknown,
} from "./deposits"
export { listIncoming, listUnmatched } from "./seen-transfers"
