export { findMissedRefunds as findMissed } from "../medusa/refunds"
export { listUncovered } from "../medusa/serving-order"
export { recordRefund as record, refundKept, refundRemainder } from "./refunds"
export {
  findRefund as find,
  priceRefund as price,
  updateRefund as update,
} from "./send-refund"
