import { resolve } from "node:path"
import { logger } from "@medusajs/framework/logger"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { initModules } from "@medusajs/test-utils"
import type { Payment, Rail } from "../../../src/ledger"
import { STABLECOIN_MODULE } from "../../../src/modules/stablecoin"
import { accountKey } from "../../../src/modules/stablecoin/accounts/account"
import type StablecoinModuleService from "../../../src/modules/stablecoin/service"
import type { NewPayment } from "../../../src/modules/stablecoin/repository/payments/payments"
import {
  emptyTables,
  present,
  type TestDatabase,
  testDatabase,
} from "./test-database"

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

/** The stablecoin module alone, on a real PostgreSQL with its migrations. */
export type TestLedger = TestDatabase & {
  readonly service: StablecoinModuleService
  /** Names of the events emitted so far. */
  readonly announced: string[]
}

/** Each test starts with empty tables. The module starts once. */
export function ledgerTest(tests: (ledger: TestLedger) => void): void {
  const running: {
    service?: StablecoinModuleService
    stop?: () => Promise<void>
  } = {}
  const announced: string[] = []
  // Before the database is removed.
  afterAll(async () => await running.stop?.())
  const database = testDatabase()
  const { clientUrl } = database
  const ledger: TestLedger = {
    clientUrl,
    announced,
    get service() {
      return present(running.service)
    },
    get db() {
      return database.db
    },
  }

  beforeAll(async () => {
    const { medusaApp, shutdown } = await initModules({
      databaseConfig: { clientUrl },
      modulesConfig: {
        [STABLECOIN_MODULE]: {
          resolve: MODULE,
          options: { ...OPTIONS, database: { clientUrl } },
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
    running.stop = async () => await shutdown()
  })
  beforeEach(async () => {
    await emptyTables(database)
    announced.length = 0
  })
  describe("", () => tests(ledger))
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
  const { id } = await service.payments.open(
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
