export { findMissedRefunds as findMissed } from "../medusa/refunds"
export { listUncovered } from "../medusa/serving-order"
export { refundKept } from "./refund-kept"
export { recordRefund as record, refundRemainder } from "./refunds"
export {
  listRefundsToProve as listToProve,
  applyRefundProof as applyProof,
  proveRefundAgain as proveAgain,
} from "./prove-refunds"
export { setRefundTo, markRefundSent as markSent } from "./send-refund"
