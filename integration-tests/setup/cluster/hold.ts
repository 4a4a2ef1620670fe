import { waitFor } from "../wait-for"
import type { StoreCluster } from "./cluster"
import { Observer } from "./database"
import type { StoreNode } from "./node"

/** A statement that others have to wait for. */
export type Hold = { release(): Promise<void> }

/** Takes locks in a transaction of our own, so that a process stops at a known line. */
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

/** Waits until a process waits for our lock with a statement of this kind. */
export async function stuck(
  { db }: StoreCluster,
  { name }: StoreNode,
  statement: string
): Promise<void> {
  await waitFor(
    `${name} to wait for ${statement}`,
    async () => {
      const [waiting] = await db.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE application_name = $1 AND wait_event_type = 'Lock' AND query ILIKE $2`,
        [name, `%${statement}%`]
      )
      return waiting
    },
    { timeoutMs: 60_000 }
  )
}
