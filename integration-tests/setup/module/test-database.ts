import { resolve } from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { createPgConnection } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import { TABLE } from "../../../src/modules/stablecoin/repository/tables"
import { waitFor } from "../../../tools/harness/wait-for"

const MIGRATIONS = resolve(
  __dirname,
  "../../../src/modules/stablecoin/migrations"
)

/** Medusa's own tables that the ledger reads, such as its refunds. */
const MEDUSA_TABLES = `
  CREATE TABLE refund (id text PRIMARY KEY, payment_id text, amount numeric,
    raw_amount jsonb, note text, refund_reason_id text,
    created_at timestamptz DEFAULT now(), deleted_at timestamptz);
  CREATE TABLE refund_reason (id text PRIMARY KEY, label text);
  CREATE TABLE capture (id text PRIMARY KEY, payment_id text, amount numeric,
    created_at timestamptz DEFAULT now(), deleted_at timestamptz);
  CREATE TABLE payment_session (id text PRIMARY KEY, deleted_at timestamptz);
  CREATE TABLE payment_collection (id text PRIMARY KEY, currency_code text,
    status text);
  CREATE TABLE payment (id text PRIMARY KEY, payment_session_id text,
    payment_collection_id text, provider_id text, amount numeric,
    currency_code text, captured_at timestamptz, canceled_at timestamptz,
    deleted_at timestamptz);
  CREATE TABLE order_payment_collection (order_id text,
    payment_collection_id text, created_at timestamptz DEFAULT now(),
    deleted_at timestamptz);
  CREATE TABLE "order" (id text PRIMARY KEY, currency_code text,
    display_id serial, customer_id text, created_at timestamptz DEFAULT now(),
    version int DEFAULT 1, status text, canceled_at timestamptz,
    updated_at timestamptz DEFAULT now(), deleted_at timestamptz,
    is_draft_order boolean DEFAULT false);
  CREATE TABLE customer (id text PRIMARY KEY, email text,
    deleted_at timestamptz);
  CREATE TABLE cart (id text PRIMARY KEY, customer_id text, email text,
    deleted_at timestamptz);
  CREATE TABLE order_summary (id text PRIMARY KEY, order_id text,
    version int DEFAULT 1, totals jsonb, updated_at timestamptz DEFAULT now(),
    deleted_at timestamptz);
  CREATE TABLE order_transaction (order_id text, amount numeric,
    reference text, reference_id text, deleted_at timestamptz);
  CREATE TABLE notification
    (id text PRIMARY KEY, resource_type text, resource_id text);
  ${[
    "refund (payment_id)",
    "capture (payment_id)",
    "payment (payment_session_id)",
    "payment (payment_collection_id)",
    "order_payment_collection (order_id)",
    "order_payment_collection (payment_collection_id)",
    "order_summary (order_id, version)",
    "order_transaction (order_id)",
    '"order" (display_id)',
    '"order" (customer_id)',
    "customer (email)",
    "cart (customer_id)",
  ]
    .map((on) => `CREATE INDEX ON ${on} WHERE deleted_at IS NULL;`)
    .join("")}`

/** A database with the tables of the module and of Medusa. */
export type TestDatabase = {
  readonly clientUrl: string
  /** A connection for the test itself, for locks and for reading rows. */
  readonly db: Knex
}

let created = 0

/**
 * Creates a database that the tests of a file share, since migrating for each
 * would take seconds.
 */
export function testDatabase(): TestDatabase {
  const databases = TestDatabaseUtils.dbTestUtilFactory()
  const name = `stablecoin-module-${process.pid}-${Date.now()}-${(created += 1)}`
  const clientUrl = TestDatabaseUtils.getDatabaseURL(name)
  let db: Knex | undefined
  beforeAll(async () => {
    await databases.create(name)
    await migrate(clientUrl)
    db = connect(clientUrl)
    await db.raw(MEDUSA_TABLES)
  })
  afterAll(async () => {
    await db?.destroy()
    await databases.shutdown(name)
  })
  return {
    clientUrl,
    get db() {
      return present(db)
    },
  }
}

export function connect(clientUrl: string): Knex {
  return createPgConnection({ clientUrl }) as Knex
}

/** Tables that each test finds empty. */
const EMPTIED = [
  ...Object.values(TABLE),
  "refund",
  "capture",
  "payment",
  "payment_session",
  "order_payment_collection",
  "order_summary",
  '"order"',
  "notification",
]

/** Truncating would replace the files of every table, which takes far longer. */
export async function emptyTables({ db }: TestDatabase): Promise<void> {
  await db.raw(EMPTIED.map((table) => `DELETE FROM ${table}`).join(";"))
}

/** Waits until statements wait for the locks of others. */
export async function waitForLocks(db: Knex, count = 1): Promise<void> {
  await waitFor(`${count} to wait for a lock`, async () => {
    const waiting = await db("pg_stat_activity")
      .where({ wait_event_type: "Lock" })
      .whereRaw("datname = current_database()")
    return waiting.length >= count
  })
}

export function present<T>(value: T | null | undefined): T {
  if (value == null) {
    throw new Error("It is not running yet: use it inside a test.")
  }
  return value
}

/** Creates the tables of the module, or drops them. */
export async function migrate(
  clientUrl: string,
  direction: "up" | "down" = "up"
): Promise<void> {
  const orm = await MikroORM.init({
    ...TestDatabaseUtils.getMikroOrmConfig({
      mikroOrmEntities: [],
      pathToMigrations: MIGRATIONS,
      clientUrl,
    }),
    discovery: { warnWhenNoEntities: false },
  })
  try {
    await orm.getMigrator()[direction]()
  } finally {
    await orm.close()
  }
}
