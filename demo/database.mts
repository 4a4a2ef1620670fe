import { randomBytes } from "node:crypto"
import { Client } from "@medusajs/framework/pg"

/** A database of the demo's own. */
export type Database = {
  name: string
  /** What goes into DATABASE_URL. */
  url: string
  /** Removes it, with whoever is still connected. */
  drop(): Promise<void>
}

/** Makes an empty database. The name is its own, so that nothing else is touched. */
export async function createDatabase(serverUrl: string): Promise<Database> {
  const name = `medusa_stablecoin_demo_${randomBytes(4).toString("hex")}`
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
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
