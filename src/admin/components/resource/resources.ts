import type * as Api from "../../../http-types"

/** The rows of each list, by its name in the API. */
export type RowOf = {
  payments: Api.AdminPayment
  deposits: Api.AdminDeposit
  exceptions: Api.AdminException
  refunds: Api.AdminRefund
  webhooks: Api.AdminWebhookEvent
}

/** The response to a request for one row. */
export type DetailOf = {
  payments: Api.AdminPaymentResponse
  deposits: Api.AdminDepositResponse
  exceptions: Api.AdminExceptionResponse
  refunds: Api.AdminRefundResponse
  webhooks: Api.AdminWebhookEventResponse
}

export type ResourceName = keyof RowOf

/** Names of a single row: in URLs, permissions and responses. */
export const ONE = {
  payments: "payment",
  deposits: "deposit",
  exceptions: "exception",
  refunds: "refund",
  webhooks: "webhook",
} as const satisfies Record<ResourceName, string>

/**
 * URLs normalize these segments, however they are encoded, and lead to the
 * parent path.
 */
const MEANS_A_FOLDER = /^\.{0,2}$/

const NO_ROW = "-"

/**
 * The path of one row in the Admin API. Ids come from URLs that attackers can
 * put into a link, so they must not lead to another route.
 */
export function apiPath(
  resource: ResourceName | "orders",
  id: string,
  action?: string
): string {
  const segment = MEANS_A_FOLDER.test(id) ? NO_ROW : encodeURIComponent(id)
  const path = `/admin/stablecoin/${resource}/${segment}`
  return action === undefined ? path : `${path}/${action}`
}
