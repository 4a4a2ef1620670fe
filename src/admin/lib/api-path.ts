/** An address drops these, however they are encoded, and leads to what is above. */
const MEANS_A_FOLDER = /^\.{0,2}$/

const NO_ROW = "-"

/**
 * Where one row is in the admin's API. Ids come from addresses that anybody can
 * send in a link: none may lead to another route.
 */
export function apiPath(
  resource: "payments" | "exceptions" | "refunds" | "webhooks" | "orders",
  id: string,
  action?: string
): string {
  const segment = MEANS_A_FOLDER.test(id) ? NO_ROW : encodeURIComponent(id)
  const path = `/admin/stablecoin/${resource}/${segment}`
  return action === undefined ? path : `${path}/${action}`
}
