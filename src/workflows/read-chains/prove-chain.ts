import type { MedusaContainer } from "@medusajs/framework/types"
import type { Chain } from "../../gateway"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { enqueueSettle } from "../enqueue"
import { warnUnread } from "./warn-unread"

/** Payments of one chain per pass. The next pass reads the others. */
const READ_AT_MOST = 450
/** As many as one request takes. */
const BATCH = 90

/**
 * Looks up the transfers of paid payments that are due.
 *
 * @returns how many were looked up
 */
export async function proveChain(
  container: MedusaContainer,
  chain: Chain
): Promise<number> {
  const { proofs } = container.resolve(STABLECOIN_MODULE)
  const due = await proofs.due(chain, READ_AT_MOST)
  for (let from = 0; from < due.length; from += BATCH) {
    const batch = due.slice(from, from + BATCH)
    const { answered, toSettle, error } = await proofs.prove(chain, batch)
    toSettle.forEach((id) => enqueueSettle(container, id))
    if (error && !answered) {
      const left = due.length - from
      warnUnread(
        container,
        `${left} transfers on ${chain} could not all be looked up`,
        error
      )
      return from
    }
  }
  return due.length
}
