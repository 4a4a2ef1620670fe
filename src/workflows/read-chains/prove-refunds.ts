import type { MedusaContainer } from "@medusajs/framework/types"
import type { Chain } from "../../gateway"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { warnUnread } from "./warn-unread"

/**
 * Looks up the transfers of sent refunds that are due, up to one request. The
 * next pass reads the others.
 *
 * @returns how many were looked up
 */
export async function proveRefunds(
  container: MedusaContainer,
  chain: Chain
): Promise<number> {
  const { refundProofs } = container.resolve(STABLECOIN_MODULE)
  const { answered, error } = await refundProofs.prove(chain)
  if (error) {
    warnUnread(
      container,
      `the transfers of refunds on ${chain} could not all be looked up`,
      error
    )
  }
  return answered
}
