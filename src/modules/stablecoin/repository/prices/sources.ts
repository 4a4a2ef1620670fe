import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StoredPrice } from "../../../../pricing"
import { newId } from "../new-id"
import { TABLE } from "../tables"

/** A source that is fetched, and when it is due again. */
export type SourceToFetch = {
  source: string
  definition: string
  codes: string
  next_fetch_at: Date
}

export type PriceSourceRow = {
  source: string
  definition: string
  prices: Record<string, StoredPrice>
  fetched_at: Date | null
  problem: string | null
}

/**
 * Claims the sources that are due or whose settings changed, so that one process
 * of the store fetches each. The prices of other settings are dropped.
 */
export async function claimSources(
  db: Knex,
  sources: readonly SourceToFetch[],
  now: Date
): Promise<PriceSourceRow[]> {
  const rows = sources.map((each) => ({ id: newId("stpri"), ...each }))
  const claimed = await db.raw<{ rows: PriceSourceRow[] }>(
    `INSERT INTO ${TABLE.priceSource} AS known
       (id, source, definition, codes, next_fetch_at, prices)
     SELECT id, source, definition, codes, next_fetch_at, '{}'
     FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS due (id text, source text,
       definition text, codes text, next_fetch_at timestamptz)
     ON CONFLICT (source) WHERE deleted_at IS NULL DO UPDATE SET
       definition = excluded.definition, codes = excluded.codes,
       next_fetch_at = excluded.next_fetch_at,
       prices = CASE WHEN known.definition = excluded.definition
         THEN known.prices ELSE '{}' END
     WHERE known.next_fetch_at <= :now
       OR known.definition <> excluded.definition
       OR known.codes <> excluded.codes
     RETURNING source, definition, prices, fetched_at, problem`,
    { rows: JSON.stringify(rows), now } as unknown as Knex.RawBinding
  )
  return claimed.rows
}

/** Stores what a claimed source answered, unless its settings changed. */
export async function storePrices(
  db: Knex,
  { source, definition, ...answer }: PriceSourceRow & { next_fetch_at: Date }
): Promise<void> {
  await db(TABLE.priceSource)
    .where({ source, definition })
    .update({ ...answer, prices: JSON.stringify(answer.prices) })
}

export async function listSources(db: Knex): Promise<PriceSourceRow[]> {
  return await db<PriceSourceRow>(TABLE.priceSource)
    .whereNull("deleted_at")
    .orderBy("source")
    .select("source", "definition", "prices", "fetched_at", "problem")
}
