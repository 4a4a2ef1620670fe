import { Client } from "@medusajs/framework/pg"

/** Application name of our own connections: chaos cuts all others. */
export const OBSERVER = "observer"

/**
 * Queries a store's database from outside its processes. A query that follows
 * an outage of the database connects again.
 */
export class Observer {
  #client: Promise<Client> | undefined

  private constructor(private readonly databaseUrl: string) {}

  static async connect(databaseUrl: string): Promise<Observer> {
    const observer = new Observer(databaseUrl)
    await observer.#connected()
    return observer
  }

  async query<T extends object>(
    sql: string,
    values: unknown[] = []
  ): Promise<T[]> {
    const client = await this.#connected()
    const { rows } = await client.query<T>(sql, values)
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
    return await this.#cut("true")
  }

  /** Cuts those that run a query or a transaction. @returns how many */
  async cutWorkingConnections(): Promise<number> {
    return await this.#cut("state IN ('active', 'idle in transaction')")
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  async #cut(which: string): Promise<number> {
    const cut = await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name <> $1
         AND pid <> pg_backend_pid() AND ${which}`,
      [OBSERVER]
    )
    return cut.length
  }

  async #connected(): Promise<Client> {
    return await (this.#client ??= this.#connect())
  }

  async #connect(): Promise<Client> {
    const forget = (): void => void (this.#client = undefined)
    const client = new Client({
      connectionString: this.databaseUrl,
      application_name: OBSERVER,
    })
    client.on("error", forget).on("end", forget)
    try {
      await client.connect()
    } catch (error) {
      forget()
      throw error
    }
    return client
  }
}
