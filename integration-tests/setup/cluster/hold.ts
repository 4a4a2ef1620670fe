import { waitFor } from "../../../tools/harness/wait-for"
import type { StoreCluster } from "../../../tools/harness/cluster/cluster"
import { Observer } from "../../../tools/harness/postgres/observer"
import type { StoreNode } from "../../../tools/harness/cluster/node"

/** A lock that blocks other connections until its release. */
export type Hold = { release(): Promise<void> }

/**
 * Takes locks in its own transaction, so that a process stops at a known line.
 */
export async function hold(
  { databaseUrl }: StoreCluster,
  statement: string,
  values: unknown[] = []
): Promise<Hold> {
  const holder = await Observer.connect(databaseUrl)
  await holder.query("BEGIN")
  await holder.query(statement, values)
  return {
    release: async () => {
      await holder.query("ROLLBACK")
      await holder.close()
    },
  }
}

/** Waits until a process is blocked by our lock on a table. */
export async function stuck(
  { db }: StoreCluster,
  { name }: StoreNode,
  table: string
): Promise<void> {
  await waitFor(
    `${name} to wait for ${table}`,
    async () => {
      const [waiting] = await db.query(
        `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE application_name = $1 AND NOT granted AND relation = $2::regclass`,
        [name, table]
      )
      return waiting
    },
    { timeoutMs: 60_000 }
  )
}
