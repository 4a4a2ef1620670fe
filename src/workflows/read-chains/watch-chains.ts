import type { MedusaContainer } from "@medusajs/framework/types"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { warnUnread } from "./warn-unread"

/**
 * Reads the transfers to addresses that buyers were shown, and matches them
 * with payments.
 *
 * @returns how many were matched
 */
export async function watchChains(container: MedusaContainer): Promise<number> {
  const { watch, transferMatches } = container.resolve(STABLECOIN_MODULE)
  await Promise.all(
    (await watch.claim()).map(async (claimed) => {
      // One chain's trouble must not keep the others from being matched.
      const error = await watch.read(claimed).catch((thrown: unknown) => thrown)
      if (error) {
        const { chain } = claimed.cursor
        warnUnread(
          container,
          `transfers on ${chain} could not all be read`,
          error
        )
      }
    })
  )
  return await transferMatches.match()
}
