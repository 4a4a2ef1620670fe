import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Runs reads that must use indexes in their order. PostgreSQL's statistics
 * would not lead to that for a table that has just grown. All reads see one
 * snapshot.
 */
export async function throughIndexes<T>(
  db: Knex,
  run: (trx: Knex) => Promise<T>
): Promise<T> {
  return await db.transaction(
    async (trx) => {
      await trx.select(
        ...["enable_seqscan", "enable_bitmapscan", "enable_sort", "jit"].map(
          (setting) => trx.raw("set_config(?, 'off', true)", [setting])
        ),
        trx.raw("set_config('max_parallel_workers_per_gather', '0', true)")
      )
      return await run(trx)
    },
    { isolationLevel: "repeatable read", readOnly: true }
  )
}
