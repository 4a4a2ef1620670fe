export { lookAtPaymentWorkflow } from "./look-at-payment"
export { processDeliveryWorkflow } from "./process-delivery"
export { settleOrderWorkflow } from "./settle-order"
export { settlePaymentWorkflow } from "./settle-payment"
