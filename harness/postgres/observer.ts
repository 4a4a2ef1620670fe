import { Client } from "@medusajs/framework/pg"

/** Application name of our own connections: chaos cuts all others. */
const OBSERVER = "observer"

/** Queries a store's database from outside its processes. */
export class Observer {
  private constructor(private readonly client: Client) {}

  static async connect(databaseUrl: string): Promise<Observer> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: OBSERVER,
    })
    await client.connect()
    return new Observer(client)
  }

  async query<T extends object>(
    sql: string,
    values: unknown[] = []
  ): Promise<T[]> {
    const { rows } = await this.client.query<T>(sql, values)
    return rows
  }

  /** Returns the only row of a query. */
  async one<T extends object>(sql: string, values: unknown[] = []): Promise<T> {
    const rows = await this.query<T>(sql, values)
    if (rows.length !== 1 || !rows[0]) {
      throw new Error(`${rows.length} rows instead of one: ${sql}`)
    }
    return rows[0]
  }

  /** Cuts every connection of the store's processes. @returns how many */
  async cutConnections(): Promise<number> {
    const cut = await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name <> $1
         AND pid <> pg_backend_pid()`,
      [OBSERVER]
    )
    return cut.length
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => {})
  }
}
