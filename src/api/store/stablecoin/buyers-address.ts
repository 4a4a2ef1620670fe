import type { MedusaRequest } from "@medusajs/framework/http"
import { isPublicAddress } from "../../../shared/address-scope"

/**
 * Returns the address by which starts are counted. A storefront's server in the
 * same network starts payments for all its buyers. Its private address does not
 * identify a buyer, unless it forwards theirs.
 *
 * @returns null where no public address is known
 */
export function buyersAddress(
  req: Pick<MedusaRequest, "ip" | "get">
): string | null {
  const forwarded = (req.get("x-forwarded-for") ?? "").split(",").reverse()
  const known = [req.ip ?? "", ...forwarded].map(plain)
  return known.find(isPublicAddress) ?? null
}

/** Dual-stack sockets write IPv4 as mapped IPv6. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, "")
}
