import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** Seconds to wait for a running completion, as Medusa's own workflows do. */
const LOCK_TIMEOUT_SECONDS = 30

/**
 * Verifies that the order of a cart stands. Medusa links it before it reserves
 * the stock, and removes it if that fails. Meanwhile, it has the lock of the
 * cart.
 *
 * @throws Error if the cart has no order, or the lock is not free in time
 */
export async function assertOrderStands(
  container: MedusaContainer,
  { medusa }: StablecoinModuleService,
  { id }: Payment,
  cartId: string
): Promise<void> {
  const read = await container
    .resolve(Modules.LOCKING)
    .execute([cartId], async () => await medusa.readState(id), {
      timeout: LOCK_TIMEOUT_SECONDS,
    })
  if (!read?.medusa.order) {
    throw new Error(
      "its order was removed again, since the cart could not be completed"
    )
  }
}
