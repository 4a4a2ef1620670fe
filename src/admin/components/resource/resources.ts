import type {
  AdminDeposit,
  AdminDepositResponse,
  AdminException,
  AdminExceptionResponse,
  AdminPayment,
  AdminPaymentResponse,
  AdminRefund,
  AdminRefundResponse,
  AdminWebhookEvent,
  AdminWebhookEventResponse,
} from "../../../http-types"

/** The rows of each list, by its name in the API. */
export type RowOf = {
  payments: AdminPayment
  deposits: AdminDeposit
  exceptions: AdminException
  refunds: AdminRefund
  webhooks: AdminWebhookEvent
}

/** The response to a request for one row. */
export type DetailOf = {
  payments: AdminPaymentResponse
  deposits: AdminDepositResponse
  exceptions: AdminExceptionResponse
  refunds: AdminRefundResponse
  webhooks: AdminWebhookEventResponse
}

export type ResourceName = keyof RowOf

/** The lists that can be exported. */
export type ExportedName = "payments" | "deposits" | "refunds"

/** Names of a single row: in URLs, permissions and responses. */
export const ONE = {
  payments: "payment",
  deposits: "deposit",
  exceptions: "exception",
  refunds: "refund",
  webhooks: "webhook",
} as const satisfies Record<ResourceName, string>
