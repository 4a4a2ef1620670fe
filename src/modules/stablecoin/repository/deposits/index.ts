export { captureDeposit as capture, isCapturable } from "./captures"
export {
  findBlockTime,
  keepDust,
  noteMatch,
  readPositions,
  recordBalance,
  recordUnknown,
} from "./deposits"
export { listIncoming, listUnmatched } from "./seen-transfers"
