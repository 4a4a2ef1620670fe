import { randomBytes } from "node:crypto"
import { Client } from "@medusajs/framework/pg"

/**
 * The databases of one test run. Their names start with the run's name, so that
 * a run can remove its own databases and nothing else.
 */
export class TestDatabases {
  /**
   * @param serverUrl `postgres://user:password@host:port`
   * @param run letters, digits and underscores
   */
  constructor(
    private readonly serverUrl: string,
    readonly run: string
  ) {}

  /** The databases of the run that this process belongs to. */
  static ofThisRun(env = process.env): TestDatabases {
    const { TEST_RUN, TEST_SERVER_URL } = env
    if (!TEST_RUN || !TEST_SERVER_URL) {
      throw new Error(
        "The HTTP tests need the database that with-postgres.mts prepares: use `npm run test:http`."
      )
    }
    return new TestDatabases(TEST_SERVER_URL, TEST_RUN)
  }

  /**
   * The migrated database that all others are copied from. It must have no
   * connections.
   */
  get template(): string {
    return `${this.run}_template`
  }

  /** The value for DATABASE_URL. */
  url(name: string): string {
    return `${this.serverUrl}/${name}`
  }

  async createTemplate(): Promise<void> {
    await this.#query(`CREATE DATABASE "${this.template}"`)
  }

  /** @returns the name of a new migrated database */
  async copyTemplate(): Promise<string> {
    const name = `${this.run}_${randomBytes(4).toString("hex")}`
    await this.#query(`CREATE DATABASE "${name}" TEMPLATE "${this.template}"`)
    return name
  }

  async drop(name: string): Promise<void> {
    await this.#query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }

  /** Removes all databases of the run. */
  async dropAll(): Promise<void> {
    const names = await this.#query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [`${this.run}_`]
    )
    for (const { datname } of names) {
      await this.drop(datname)
    }
  }

  async #query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client(this.url("postgres"))
    await client.connect()
    try {
      const { rows } = await client.query(sql, values)
      return rows as Row[]
    } finally {
      await client.end()
    }
  }
}
