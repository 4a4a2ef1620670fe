import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Payment } from "../ledger"

/** Seconds to wait for another run on the same collection. */
const LOCK_TIMEOUT_SECONDS = 30

/**
 * Runs a decision about a collection's money exclusively. A collection may have
 * several sessions and payments, and the merchant may resolve an exception of
 * one while it is being settled.
 *
 * @throws what `run` throws, or the locking module's own error when the lock is
 *   not free in time; `run` was not called then
 */
export async function withCollectionLock<T>(
  container: MedusaContainer,
  { payment_collection_id }: Pick<Payment, "payment_collection_id">,
  run: () => Promise<T>
): Promise<T> {
  return await container
    .resolve(Modules.LOCKING)
    .execute([`stablecoin:${payment_collection_id}`], run, {
      timeout: LOCK_TIMEOUT_SECONDS,
    })
}
