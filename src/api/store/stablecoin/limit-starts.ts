import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { RAILS } from "../../../ledger"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import { isProviderOf } from "../../../providers/stablecoin/provider-ids"
import { assertTakesNew } from "../../../providers/stablecoin/terms"
import { isPublicAddress } from "../../../shared/address-scope"

/**
 * Limits starts of stablecoin payments at Medusa's own route, and refuses them
 * while the rail takes none, before Medusa deletes the session that the buyer may
 * still pay.
 */
export async function limitStarts(
  req: MedusaRequest<{ provider_id?: unknown } | undefined>,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const providerId = req.body?.provider_id
  const rail = RAILS.find((each) => isProviderOf(each, String(providerId)))
  if (!rail) {
    next()
    return
  }
  const { limits, settings } = req.scope.resolve(STABLECOIN_MODULE)
  const { general } = await settings.recent()
  if (general.ok) {
    assertTakesNew(rail, general.value)
  }
  const refused = await limits.refuseStart(
    String(req.params.id),
    buyersAddress(req)
  )
  if (refused) {
    const { code, message, retry_after } = refused
    res
      .set("Retry-After", String(retry_after))
      .status(429)
      .json({ code, type: "too_many_requests", message })
    return
  }
  next()
}

/**
 * Returns the address by which starts are counted. A storefront's server in the
 * same network starts payments for all its buyers. Its private address does not
 * identify a buyer, unless it forwards theirs.
 *
 * @returns null where no public address is known
 */
function buyersAddress(req: Pick<MedusaRequest, "ip" | "get">): string | null {
  const forwarded = (req.get("x-forwarded-for") ?? "").split(",").reverse()
  const known = [req.ip ?? "", ...forwarded].map(plain)
  return known.find(isPublicAddress) ?? null
}

/** Dual-stack sockets write IPv4 as mapped IPv6. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, "")
}
