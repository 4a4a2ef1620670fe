import { Client } from "@medusajs/framework/pg"
import type { BuiltStore } from "../harness/built-store/built-store"
import { tablesOf } from "../harness/postgres/tables"

/** The plugin's tables in a schema of their own, which no store processes. */
export type ReceiverTables = {
  schema: string
  /** Deletes the webhooks. */
  empty(): Promise<void>
  /** Counts the webhooks. */
  stored(): Promise<number>
  remove(): Promise<void>
}

/** Creates them with the same columns and indexes, and with all payments. */
export async function receiverTables(
  { databaseUrl, db }: Pick<BuiltStore, "databaseUrl" | "db">,
  schema: string
): Promise<ReceiverTables> {
  await db.query(`CREATE SCHEMA ${schema}`)
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    for (const { name, columns } of await tablesOf(client)) {
      if (name.startsWith("stablecoin_")) {
        await client.query(
          `CREATE TABLE ${schema}.${name} (LIKE ${name} INCLUDING ALL)`
        )
      }
      if (name === "stablecoin_payment") {
        await client.query(
          `INSERT INTO ${schema}.${name} (${columns}) SELECT ${columns} FROM ${name}`
        )
        // As autovacuum does in a store.
        await client.query(`ANALYZE ${schema}.${name}`)
      }
    }
  } finally {
    await client.end()
  }
  const webhooks = `${schema}.stablecoin_webhook_event`
  return {
    schema,
    empty: async () => void (await db.query(`TRUNCATE ${webhooks}`)),
    stored: async () => {
      const counted = await db.one<{ stored: number }>(
        `SELECT count(*)::int AS stored FROM ${webhooks}`
      )
      return counted.stored
    },
    remove: async () => void (await db.query(`DROP SCHEMA ${schema} CASCADE`)),
  }
}
