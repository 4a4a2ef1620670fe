export { findMissedRefunds as findMissed } from "../medusa/refunds"
export { listUncovered } from "../medusa/serving-order"
export {
  applyRefundProof as applyProof,
  listRefundsToProve as listToProve,
  proveRefundAgain as proveAgain,
} from "./prove-refunds"
export { recordRefund as record, refundKept, refundRemainder } from "./refunds"
export { updateRefund as update } from "./send-refund"
