import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Coins } from "../../../../ledger"
import { TABLE } from "../tables"

/** SQL of a payment's deposits apart from the one that it was paid by. */
const OTHERS = `FROM ${TABLE.deposit} AS deposit
  WHERE deposit.payment_id = payment.id AND deposit.deleted_at IS NULL
    AND deposit.id IS DISTINCT FROM payment.deposit_id`

/** SQL of the other money of a `payment`, such as `5.00 USDT + 7.50 USDT`. */
export const OTHER_MONEY = `SELECT string_agg(
    deposit.amount || ' ' || deposit.currency, ' + '
    ORDER BY deposit.created_at, deposit.id) AS amounts ${OTHERS}`

/** Reads the other deposits of some payments, oldest first. */
export async function readOtherDeposits(
  db: Knex,
  ids: readonly string[]
): Promise<(Coins & { payment_id: string })[]> {
  const { rows } = await db.raw<{ rows: (Coins & { payment_id: string })[] }>(
    `SELECT other.* FROM ${TABLE.payment} AS payment
     CROSS JOIN LATERAL (
       SELECT deposit.payment_id, deposit.amount, deposit.currency,
         deposit.chain, deposit.created_at, deposit.id ${OTHERS}) AS other
     WHERE payment.id = ANY(?) ORDER BY other.created_at, other.id`,
    [[...ids]]
  )
  return rows
}
