import { randomBytes } from "node:crypto"
import { Client } from "@medusajs/framework/pg"
import type { Template } from "./template-name"

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
        "These tests need the databases that with-postgres.mts prepares: use `npm run test:http`."
      )
    }
    return new TestDatabases(TEST_SERVER_URL, TEST_RUN)
  }

  /** The value for DATABASE_URL. */
  url(name: string): string {
    return `${this.serverUrl}/${name}`
  }

  /** The name of a template's database, which must have no connections. */
  template(template: Template): string {
    return `${this.run}_${template}`
  }

  /** Creates the database of a template. @param from another one to copy */
  async create(template: Template, from?: Template): Promise<void> {
    await this.#create(this.template(template), from)
  }

  /** @returns the URL of a new copy of a template */
  async copyOf(template: Template): Promise<string> {
    const name = `${this.run}_${randomBytes(4).toString("hex")}`
    await this.#create(name, template)
    return this.url(name)
  }

  /**
   * Copies a database, whose clients lose their connections.
   *
   * @returns the URL of the copy
   */
  async backUp(url: string): Promise<string> {
    const name = nameOf(url)
    const backup = `${this.run}_${randomBytes(4).toString("hex")}`
    await this.#query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
    await this.#query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1",
      [name]
    )
    await this.#query(`CREATE DATABASE "${backup}" TEMPLATE "${name}"`)
    await this.#query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
    return this.url(backup)
  }

  /** Replaces a database by a backup of it. */
  async restore(url: string, backup: string): Promise<void> {
    await this.#drop(nameOf(url))
    await this.#query(
      `CREATE DATABASE "${nameOf(url)}" TEMPLATE "${nameOf(backup)}"`
    )
  }

  /** Drops a database by its URL, even while clients are connected. */
  async drop(url: string): Promise<void> {
    await this.#drop(nameOf(url))
  }

  /** Removes all databases of the run. */
  async dropAll(): Promise<void> {
    const names = await this.#query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [`${this.run}_`]
    )
    for (const { datname } of names) {
      await this.#drop(datname)
    }
  }

  async #drop(name: string): Promise<void> {
    await this.#query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }

  async #create(name: string, from?: Template): Promise<void> {
    const copy = from ? ` TEMPLATE "${this.template(from)}"` : ""
    await this.#query(`CREATE DATABASE "${name}"${copy}`)
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

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1)
}
