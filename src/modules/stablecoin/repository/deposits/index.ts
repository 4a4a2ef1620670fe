export { recordBalance } from "./balances"
export { captureDeposit as capture, isCapturable } from "./captures"
export { keepDust, noteMatch, recordUnknown, readPositions } from "./deposits"
export { listUnmatched, listIncoming } from "./seen-transfers"
