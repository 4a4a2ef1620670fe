import type { ResourceName } from "./resources"

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
