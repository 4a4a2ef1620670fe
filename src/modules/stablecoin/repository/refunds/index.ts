export { findMissedRefunds as findMissed } from "../medusa/refunds"
export { listUncovered } from "../medusa/serving-order"
export { refundKept } from "./refund-kept"
export { recordRefund as record, refundRemainder } from "./refunds"
export {
  findRefund as find,
  priceRefund as price,
  updateRefund as update,
} from "./send-refund"
