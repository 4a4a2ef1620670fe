export { auditDepositsWorkflow } from "./audit-deposits"
export { cancelPaymentWorkflow } from "./cancel-payment"
export { updateRefundWorkflow } from "./change-refund"
export { checkHealthWorkflow } from "./check-health"
export {
  exportCustomerDataWorkflow,
  forgetCustomerWorkflow,
} from "./customer-data"
export { notifyOfDeletedCustomerWorkflow } from "./notify-of-deleted-customer"
export { notifyOfExceptionsWorkflow } from "./notify-of-exceptions"
export { reconcilePaymentsWorkflow } from "./reconcile-payments"
export { purgeWorkflow } from "./purge"
export { replayWebhookEventWorkflow } from "./replay-webhook-event"
export { resolveExceptionWorkflow } from "./resolve-exception"
export { settleOrderWorkflow } from "./settle-order"
export { settlePaymentWorkflow } from "./settle-payment"
export { syncPaymentWorkflow } from "./sync-payment"
export { testConnectionWorkflow } from "./test-connection"
export { updateSettingsWorkflow } from "./update-settings"
