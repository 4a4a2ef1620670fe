import { randomBytes } from "node:crypto"
import { Client } from "@medusajs/framework/pg"
import { type Table, tablesOf } from "../../../tools/harness/postgres/tables"

/** Schema that keeps the rows of the baseline. The tests read "public". */
const KEPT = "baseline"

/**
 * A snapshot of a database's rows, restored between two tests. Connections stay
 * open, because a connection that is cut while a test starts would fail it for
 * no reason. Tests that alter tables must undo that themselves.
 */
export class Baseline {
  private constructor(
    private readonly client: Client,
    private readonly script: string
  ) {}

  /** Copies all current rows, except the records of migrations. */
  static async keep(url: string): Promise<Baseline> {
    const client = new Client(url)
    await client.connect()
    await deferForeignKeys(client)
    const tables = await tablesOf(client)
    const filled = await filledOf(client, tables)
    const schema = `${KEPT}_${randomBytes(4).toString("hex")}`
    await client.query(
      [
        `CREATE SCHEMA ${schema}`,
        ...filled.map(
          ({ name }) => `CREATE TABLE ${schema}.${name} AS TABLE public.${name}`
        ),
      ].join(";\n")
    )
    // Sent as one query, which makes it one transaction.
    const script = [
      // Rows may reference each other in a circle.
      "SET CONSTRAINTS ALL DEFERRED",
      ...tables.map(({ name }) => `DELETE FROM public.${name}`),
      ...filled.map(
        ({ name, columns }) =>
          `INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${schema}.${name}`
      ),
      ...(await sequencesOf(client)),
    ]
    return new Baseline(client, script.join(";\n"))
  }

  /**
   * Undoes all writes since `keep`. Waits for transactions that are still open.
   */
  async restore(): Promise<void> {
    await this.client.query(this.script)
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}

/**
 * Makes foreign keys deferrable. They are still checked at the end of each
 * statement, unless a transaction defers them.
 */
async function deferForeignKeys(client: Client): Promise<void> {
  const { rows } = await client.query<{ change: string }>(
    `SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I DEFERRABLE', conrelid::regclass, conname) AS change
     FROM pg_constraint
     WHERE contype = 'f' AND NOT condeferrable AND conparentid = 0
       AND connamespace = 'public'::regnamespace`
  )
  await client.query(rows.map(({ change }) => change).join(";\n"))
}

async function filledOf(client: Client, tables: Table[]): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(
    tables
      .map(
        ({ name }) =>
          `SELECT $name$${name}$name$ AS name WHERE EXISTS (SELECT FROM public.${name})`
      )
      .join(" UNION ALL ")
  )
  const names = new Set(rows.map(({ name }) => name))
  return tables.filter(({ name }) => names.has(name))
}

/** Statements that reset the sequences, such as the order numbers. */
async function sequencesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ reset: string }>(
    `SELECT format(
       'SELECT setval(%L, %s, %L)',
       format('%I.%I', schemaname, sequencename),
       coalesce(last_value, start_value), last_value IS NOT NULL
     ) AS reset
     FROM pg_sequences WHERE schemaname = 'public'`
  )
  return rows.map(({ reset }) => reset)
}
