import type { Payment, Rail } from "../../../src/ledger"
import { accountKey } from "../../../src/modules/stablecoin/accounts/account"
import type { NewPayment } from "../../../src/modules/stablecoin/repository/payments/payments"
import { machineTest, type Process } from "./processes"
import { present, type TestDatabase } from "./test-database"

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

/** The stablecoin module alone in one process, and the test's own connection. */
export type TestLedger = TestDatabase & Omit<Process, "warnings">

/** Each test starts with empty tables. */
export function ledgerTest(tests: (ledger: TestLedger) => void): void {
  machineTest((machine) => {
    let running: Process | undefined
    beforeEach(() => void (running = machine.process(OPTIONS)))
    tests({
      clientUrl: machine.clientUrl,
      get service() {
        return present(running).service
      },
      get announced() {
        return present(running).announced
      },
      get db() {
        return machine.db
      },
    })
  })
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
    quote_id: null,
    locked_until: null,
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
