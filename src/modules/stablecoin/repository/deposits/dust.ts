import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import type { AllocationKind } from "../../../../ledger"
import { newId } from "../new-id"
import { type DepositRow, TABLE } from "../tables"

/**
 * Adds worthless transfers up: one deposit for each address, coin and day, which
 * needs no decision.
 */
export async function collectDust(
  db: Knex,
  id: string,
  now: Date
): Promise<void> {
  await db.transaction(async (trx) => {
    const dust = await trx<DepositRow>(TABLE.deposit)
      .where({ id, matched_at: null })
      .forUpdate()
      .first()
    if (!dust) {
      return
    }
    const { chain, currency, destination_address, arrived_at } = dust
    const day = arrived_at.toISOString().slice(0, 10)
    await trx(TABLE.deposit).where({ id }).delete()
    const { rows } = await trx.raw<{ rows: { id: string; amount: string }[] }>(
      `INSERT INTO ${TABLE.deposit} AS sum (id, rail, amount, currency, chain,
         destination_address, gateway_reference, arrived_at, seen_at, matched_at)
       VALUES (:id, :rail, :amount, :currency, :chain, :destination_address,
         :reference, :day, :now, :now)
       ON CONFLICT (gateway_reference)
         WHERE payment_id IS NULL AND gateway_reference IS NOT NULL AND deleted_at IS NULL
       DO UPDATE SET amount =
         CAST(CAST(sum.amount AS numeric) + CAST(excluded.amount AS numeric) AS text)
       RETURNING id, amount`,
      {
        ...dust,
        reference: ["dust", chain, currency, destination_address, day].join(
          "/"
        ),
        day,
        now,
      } as unknown as Knex.RawBinding
    )
    const [sum] = rows
    if (sum) {
      await trx(TABLE.allocation).where({ deposit_id: sum.id }).delete()
      await trx(TABLE.allocation).insert({
        id: newId("stall"),
        deposit_id: sum.id,
        kind: "kept" satisfies AllocationKind,
        amount: sum.amount,
        reason: STORED_REASONS.dust,
      })
    }
  })
}
