import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  differenceOf,
  isMoreThan,
  type Payment,
  sumOf,
} from "../../../../ledger"
import { newId } from "../new-id"
import { TABLE } from "../tables"

/** A network's own coins that are worth less than a few cents on each. */
const NATIVE_DUST = "0.00001"

/**
 * Stores what a balance in a network's own coin exceeds all that it has shown
 * before. It is matched like a transfer.
 *
 * @returns whether there is more
 */
export async function recordBalance(
  db: Knex,
  payment: Pick<Payment, "id" | "rail" | "chain">,
  address: string,
  { coin, amount }: { coin: string; amount: string },
  now: Date
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    // Two checks at once record it once.
    await trx(TABLE.payment).where({ id: payment.id }).forUpdate().first("id")
    const known = await trx(TABLE.deposit)
      .where({
        chain: payment.chain,
        currency: coin,
        destination_address: address,
        deleted_at: null,
      })
      .pluck<string[]>("amount")
    const shown = sumOf(known)
    if (!isMoreThan(amount, sumOf([shown, NATIVE_DUST]))) {
      return false
    }
    const arrived = { amount: differenceOf(amount, shown), currency: coin }
    await trx(TABLE.deposit).insert({
      id: newId("stdep"),
      rail: payment.rail,
      ...arrived,
      shown: arrived,
      chain: payment.chain,
      destination_address: address,
      arrived_at: now,
      seen_at: now,
    })
    return true
  })
}
