import { Pool } from "@medusajs/framework/pg"

/** Application name of our own connections: chaos cuts all others. */
const OBSERVER = "observer"

/**
 * Queries a store's database from outside its processes, on one connection. A
 * query that follows an outage of the database connects again.
 */
export class Observer {
  private constructor(private readonly pool: Pool) {}

  static async connect(databaseUrl: string): Promise<Observer> {
    const pool = new Pool({
      connectionString: databaseUrl,
      application_name: OBSERVER,
      max: 1,
      idleTimeoutMillis: 0,
    })
    // A connection that is lost while idle: the next query opens another.
    pool.on("error", () => {})
    const observer = new Observer(pool)
    await observer.query("SELECT 1")
    return observer
  }

  async query<T extends object>(
    sql: string,
    values: unknown[] = []
  ): Promise<T[]> {
    const { rows } = await this.pool.query<T>(sql, values)
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

  /** Cuts every connection of the store's processes. */
  async cutConnections(): Promise<void> {
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name <> $1
         AND pid <> pg_backend_pid()`,
      [OBSERVER]
    )
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}
