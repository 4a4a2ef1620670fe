import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Seconds to wait for a running completion, as Medusa's own workflows do. */
const LOCK_TIMEOUT_SECONDS = 30

/**
 * Waits until no completion of a cart is running, which has the cart's lock.
 * Medusa links the order before it reserves the stock, and removes it if the
 * cart can't be completed.
 *
 * @throws Error if the lock is not free in time
 */
export async function awaitCompletion(
  container: MedusaContainer,
  cartId: string
): Promise<void> {
  await container.resolve(Modules.LOCKING).execute([cartId], async () => {}, {
    timeout: LOCK_TIMEOUT_SECONDS,
  })
}
