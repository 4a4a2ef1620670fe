import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Quote } from "../../../../pricing"
import type { PurgeBatch } from "../webhook-events/purge-webhook-events"
import { TABLE } from "../tables"

/**
 * SQL of the quote that the buyer of a purchase was shown, while it is valid.
 * The oldest counts, so that no buyer gets a better price by asking again.
 */
export const shownQuoteSql = (purchase: string, currency: string) =>
  `(SELECT jsonb_build_object('id', id, 'purchase_id', purchase_id,
      'currency', currency, 'rate', rate, 'spread', spread,
      'sources', sources, 'valid_until', valid_until,
      'locked_until', locked_until)
    FROM ${TABLE.quote} AS quote
    WHERE quote.purchase_id = ${purchase} AND quote.currency = ${currency}
      AND quote.valid_until > now() AND quote.deleted_at IS NULL
    ORDER BY quote.created_at LIMIT 1)`

/** SQL that keeps the quote of the row `opened` until its payments lose it. */
export const KEEP_QUOTE = `UPDATE ${TABLE.quote} AS quote
  SET valid_until = quote.locked_until
  FROM opened WHERE quote.id = opened.quote_id
    AND quote.valid_until < quote.locked_until`

/** Columns and values of a new quote. */
export function quoteRow(quote: Quote) {
  return { ...quote, sources: JSON.stringify(quote.sources) }
}

export async function findQuote(db: Knex, id: string): Promise<Quote | null> {
  return (await db<Quote>(TABLE.quote).where({ id }).first()) ?? null
}

export async function insertQuote(db: Knex, quote: Quote): Promise<void> {
  await db(TABLE.quote).insert(quoteRow(quote))
}

/** Deletes quotes that no payment was started with. */
export async function purgeQuotes(
  db: Knex,
  { before, limit }: PurgeBatch
): Promise<number> {
  const unused = db(`${TABLE.quote} as unused`)
    .where("valid_until", "<", before)
    .whereNotExists(
      db(TABLE.payment)
        .whereRaw("quote_id = unused.id AND deleted_at IS NULL")
        .select(db.raw("1"))
    )
    .limit(limit)
    .select("id")
  return await db(TABLE.quote).whereIn("id", unused).delete()
}
