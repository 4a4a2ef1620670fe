import { resolve } from "node:path"
import { logger } from "@medusajs/framework/logger"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import {
  ContainerRegistrationKeys,
  Modules,
  ModulesSdkUtils,
} from "@medusajs/framework/utils"
import { initModules, TestDatabaseUtils } from "@medusajs/test-utils"
import type { Payment, Rail } from "../../../src/ledger"
import { STABLECOIN_MODULE } from "../../../src/modules/stablecoin"
import { accountKey } from "../../../src/modules/stablecoin/accounts/account"
import type StablecoinModuleService from "../../../src/modules/stablecoin/service"
import type { NewPayment } from "../../../src/modules/stablecoin/repository/payments/payments"
import { TABLE } from "../../../src/modules/stablecoin/repository/tables"

const MODULE = resolve(__dirname, "../../../src/modules/stablecoin")

/**
 * The secret that the ledger under test verifies webhooks of both rails with.
 */
export const WEBHOOK_SECRET = "ledger-webhook-secret"

const CLIENT = { baseUrl: "http://localhost:9", clientId: "test_ledger" }

/** The accounts of the ledger under test. */
export const LEDGER_ACCOUNT: Record<Rail, string> = {
  hosted: accountKey("hosted", CLIENT.baseUrl, CLIENT.clientId),
  onchain: accountKey("onchain", CLIENT.baseUrl, CLIENT.clientId),
}

const OPTIONS = {
  backendUrl: "http://localhost:9000",
  hosted: {
    ...CLIENT,
    clientSecret: WEBHOOK_SECRET,
  },
  onchain: {
    ...CLIENT,
    clientSecret: "unused",
    webhookSecrets: [WEBHOOK_SECRET],
  },
}

/** Medusa's own tables that the ledger reads, such as its refunds. */
export const MEDUSA_TABLES = `
  CREATE TABLE refund (id text PRIMARY KEY, payment_id text, amount numeric,
    raw_amount jsonb, note text, refund_reason_id text,
    created_at timestamptz DEFAULT now(), deleted_at timestamptz);
  CREATE TABLE refund_reason (id text PRIMARY KEY, label text);
  CREATE TABLE capture (id text PRIMARY KEY, payment_id text, amount numeric,
    created_at timestamptz DEFAULT now(), deleted_at timestamptz);
  CREATE TABLE payment_session (id text PRIMARY KEY, deleted_at timestamptz);
  CREATE TABLE payment_collection (id text PRIMARY KEY, status text);
  CREATE TABLE payment (id text PRIMARY KEY, payment_session_id text,
    payment_collection_id text, provider_id text, amount numeric,
    captured_at timestamptz, canceled_at timestamptz, deleted_at timestamptz);
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

/** The stablecoin module alone, on a real PostgreSQL with its migrations. */
export type TestLedger = {
  /** URL of its database. */
  readonly clientUrl: string
  readonly service: StablecoinModuleService
  /** A separate connection, for locks and for reading rows. */
  readonly db: Knex
  /** Names of the events emitted so far. */
  readonly announced: string[]
}

/**
 * Each test starts with empty tables. The module starts once, since migrating
 * for each test would take seconds.
 */
export function ledgerTest(tests: (ledger: TestLedger) => void): void {
  const running: {
    clientUrl?: string
    service?: StablecoinModuleService
    db?: Knex
    stop?: () => Promise<void>
  } = {}
  const announced: string[] = []
  const ledger: TestLedger = {
    announced,
    get clientUrl() {
      return present(running.clientUrl)
    },
    get service() {
      return present(running.service)
    },
    get db() {
      return present(running.db)
    },
  }

  beforeAll(async () => {
    const name = `stablecoin-ledger-${process.pid}-${Date.now()}`
    const databases = TestDatabaseUtils.dbTestUtilFactory()
    await databases.create(name)
    const databaseConfig = {
      clientUrl: TestDatabaseUtils.getDatabaseURL(name),
    }
    running.clientUrl = databaseConfig.clientUrl
    await migrate(databaseConfig.clientUrl)
    const { medusaApp, shutdown } = await initModules({
      databaseConfig,
      modulesConfig: {
        [STABLECOIN_MODULE]: {
          resolve: MODULE,
          options: { ...OPTIONS, database: databaseConfig },
        },
      },
      injectedDependencies: {
        [ContainerRegistrationKeys.LOGGER]: logger,
        [Modules.EVENT_BUS]: {
          emit: async (events: { name: string }[]) => {
            announced.push(...events.map((event) => event.name))
          },
        },
      },
    })
    running.service = medusaApp.modules[STABLECOIN_MODULE]
    const db = ModulesSdkUtils.createPgConnection(databaseConfig) as Knex
    running.db = db
    await db.raw(MEDUSA_TABLES)
    running.stop = async () => {
      await shutdown()
      await db.destroy()
      await databases.shutdown(name)
    }
  })
  beforeEach(async () => {
    // Truncating replaces the files of every table, which takes far longer.
    await ledger.db.raw(
      [
        ...Object.values(TABLE),
        "refund",
        "capture",
        "payment",
        "order_payment_collection",
        "order_summary",
        '"order"',
        "notification",
      ]
        .map((table) => `DELETE FROM ${table}`)
        .join(";")
    )
    announced.length = 0
  })
  afterAll(async () => {
    await running.stop?.()
  })
  describe("", () => tests(ledger))
}

/** Creates the tables of the module, or drops them. */
export async function migrate(
  clientUrl: string,
  direction: "up" | "down" = "up"
): Promise<void> {
  const orm = await MikroORM.init({
    ...TestDatabaseUtils.getMikroOrmConfig({
      mikroOrmEntities: [],
      pathToMigrations: resolve(MODULE, "migrations"),
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

/** A row as the start of a payment writes it. */
export function newPayment(changes: Partial<NewPayment> = {}): NewPayment {
  const id = changes.id ?? "stpay_1"
  return {
    id,
    session_id: `payses_${id}`,
    payment_collection_id: `pay_col_${id}`,
    cart_id: `cart_${id}`,
    customer_id: null,
    rail: "onchain",
    provider_id: "pp_stablecoin-onchain_default",
    account: LEDGER_ACCOUNT[changes.rail ?? "onchain"],
    checkout_flow: "pay_first",
    capture: "automatic",
    amount: "12.50",
    currency: "USDT",
    chain: "POLYGON",
    cart_amount: "12.50",
    cart_currency: "usd",
    success_url: "http://localhost:8000/thanks",
    cancel_url: "http://localhost:8000/cart",
    return_token: "return-token",
    mode: null,
    expires_at: new Date(Date.now() + 3_600_000),
    ...changes,
  }
}

/** A payment that the gateway has created. */
export async function pendingPayment(
  { service }: TestLedger,
  changes: Partial<NewPayment> = {}
): Promise<Payment> {
  const { id } = await service.starts.open(
    newPayment(changes),
    await service.settings.effective()
  )
  const applied = await service.payments.apply(
    id,
    {
      kind: "started",
      gateway_id: `order-${id}`,
      checkout_token: "token",
      redirect_url: "http://localhost:9/checkout/token",
      mode: "test",
    },
    "start"
  )
  return present(applied?.payment)
}

/**
 * Makes PostgreSQL reject rows for a while, so that a transaction fails
 * halfway.
 */
export async function withRule(
  { db }: Pick<TestLedger, "db">,
  { table, rule }: { table: string; rule: string },
  act: () => Promise<void>
): Promise<void> {
  await db.raw(
    `ALTER TABLE ${table} ADD CONSTRAINT forbidden_by_test CHECK (${rule})`
  )
  try {
    await act()
  } finally {
    await db.raw(`ALTER TABLE ${table} DROP CONSTRAINT forbidden_by_test`)
  }
}

function present<T>(value: T | null | undefined): T {
  if (value == null) {
    throw new Error("The module is not running yet: use it inside a test.")
  }
  return value
}
