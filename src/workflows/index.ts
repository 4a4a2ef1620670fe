export { lookAtPaymentWorkflow } from "./look-at-payment"
export { processDeliveryWorkflow } from "./process-delivery"
export { settlePaymentWorkflow } from "./settle-payment"
