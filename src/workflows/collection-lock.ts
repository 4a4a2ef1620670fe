import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Payment } from "../ledger"

/** Seconds to wait for another run on the same collection. */
const LOCK_TIMEOUT_SECONDS = 30

/**
 * Runs a decision about the money of a collection and its order exclusively. An
 * order may have several collections, each with several payments. The merchant
 * may resolve an exception of one while it is being settled.
 *
 * Medusa sums the refunds of an order without a lock, so that one of two
 * simultaneous refunds would be missing.
 *
 * @throws what `run` throws, or the locking module's own error when the lock is
 *   not free in time; `run` was not called then
 */
export async function withCollectionLock<T>(
  container: MedusaContainer,
  {
    payment_collection_id,
    order_id,
  }: Pick<Payment, "payment_collection_id" | "order_id">,
  run: () => Promise<T>
): Promise<T> {
  const locking = container.resolve(Modules.LOCKING)
  const locked = async (id: string, job: () => Promise<T>) =>
    await locking.execute([`stablecoin:${id}`], job, {
      timeout: LOCK_TIMEOUT_SECONDS,
    })
  // One after the other: a provider may acquire several keys in any order.
  return await locked(payment_collection_id, async () =>
    order_id ? await locked(order_id, run) : await run()
  )
}
