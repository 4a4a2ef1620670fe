import { Client } from "@medusajs/framework/pg"
import type { Outage } from "../../../tools/harness/postgres/outage"

/**
 * An outage of a single database, on a server that others use as well: it
 * refuses connections, as a server does that restarts.
 */
export class RefusedConnections implements Outage {
  readonly #serverUrl: string
  readonly #name: string

  constructor(databaseUrl: string) {
    const end = databaseUrl.lastIndexOf("/")
    this.#serverUrl = databaseUrl.slice(0, end)
    this.#name = databaseUrl.slice(end + 1)
  }

  async begin(): Promise<void> {
    await this.#query(`ALTER DATABASE "${this.#name}" ALLOW_CONNECTIONS false`)
    await this.#query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1",
      [this.#name]
    )
  }

  async end(): Promise<void> {
    await this.#query(`ALTER DATABASE "${this.#name}" ALLOW_CONNECTIONS true`)
  }

  async #query(sql: string, values: unknown[] = []): Promise<void> {
    const client = new Client(`${this.#serverUrl}/postgres`)
    await client.connect()
    try {
      await client.query(sql, values)
    } finally {
      await client.end()
    }
  }
}
