import { randomBytes } from "node:crypto"
import { Client } from "@medusajs/framework/pg"

/** A database that is created for one run. */
export type Database = {
  name: string
  /** The value for DATABASE_URL. */
  url: string
  /** Drops the database, even while clients are connected. */
  drop(): Promise<void>
}

/**
 * Creates an empty database. Its name is unique, so that nothing else is
 * touched.
 *
 * @throws Error if the server can't be reached or the user may not create
 * databases
 */
export async function createDatabase(serverUrl: string): Promise<Database> {
  const name = `medusa_stablecoin_${randomBytes(4).toString("hex")}`
  await query(serverUrl, `CREATE DATABASE "${name}"`)
  return {
    name,
    url: `${serverUrl}/${name}`,
    drop: async () => {
      await query(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    },
  }
}

async function query(serverUrl: string, sql: string): Promise<void> {
  const client = new Client(`${serverUrl}/postgres`)
  try {
    await client.connect()
    await client.query(sql)
  } catch (error) {
    throw new Error(
      `${reason(error)}. The user of DATABASE_URL must be able to create databases, and to connect to the one named postgres.`,
      { cause: error }
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Connections refused on several addresses give a code, but no message. */
function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
