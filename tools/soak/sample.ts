import type { BuiltStore } from "../harness/built-store/built-store"

/** A snapshot of the store. */
export type Sample = {
  /** Orders placed so far. */
  orders: number
  /** Bytes, after a forced garbage collection. */
  rss: number
  heap: number
  /** Database connections of the store's process. */
  connections: number
  /** Active resources of Node.js: timers, sockets and requests. */
  resources: number
  /** Bytes of each table of the plugin, without its indexes. */
  tables: Record<string, number>
  /** Bytes of each table's indexes. */
  indexes: Record<string, number>
}

type Size = { name: string; rows: string; indexes: string }

export async function takeSample(store: BuiltStore): Promise<Sample> {
  const { db } = store
  const memory = await store.call("memory")
  const resources = await store.call("resources")
  const process = await db.one<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'`
  )
  const { orders } = await db.one<{ orders: number }>(
    `SELECT count(*)::int AS orders FROM "order"`
  )
  const sizes = await db.query<Size>(
    `SELECT relname AS name, pg_table_size(oid)::text AS rows,
       pg_indexes_size(oid)::text AS indexes
     FROM pg_class WHERE relkind = 'r' AND relname LIKE 'stablecoin_%'
     ORDER BY relname`
  )
  const bytes = (of: keyof Size) =>
    Object.fromEntries(sizes.map((size) => [size.name, Number(size[of])]))
  return {
    orders,
    ...memory,
    ...process,
    resources,
    tables: bytes("rows"),
    indexes: bytes("indexes"),
  }
}
