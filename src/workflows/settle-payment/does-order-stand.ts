import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** Seconds to wait for a running completion, as Medusa's own workflows do. */
const LOCK_TIMEOUT_SECONDS = 30

/**
 * Whether the order of a cart stands. Medusa links it before it reserves the
 * stock, and removes it if the cart can't be completed. Meanwhile, it has the
 * lock of the cart.
 *
 * @throws Error if the lock is not free in time
 */
export async function doesOrderStand(
  container: MedusaContainer,
  { medusa }: StablecoinModuleService,
  { id }: Payment,
  cartId: string
): Promise<boolean> {
  const read = await container
    .resolve(Modules.LOCKING)
    .execute([cartId], async () => await medusa.readState(id), {
      timeout: LOCK_TIMEOUT_SECONDS,
    })
  return Boolean(read?.medusa.order)
}
