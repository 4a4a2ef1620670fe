import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Payment, Rail } from "../../../src/ledger"
import type { StablecoinOptions } from "../../../src/modules/stablecoin"
import StablecoinModuleService from "../../../src/modules/stablecoin/service"
import * as adapters from "../../../src/providers/stablecoin/adapters"
import {
  type StartInput,
  startPayment,
} from "../../../src/providers/stablecoin/start-payment"
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../../packages/sandbox/src"
import {
  connect,
  emptyTables,
  type TestDatabase,
  testDatabase,
} from "./test-database"

/** The module in one process of the store, with its own connections. */
export type Process = {
  readonly service: StablecoinModuleService
  readonly db: Knex
  /** Messages that were logged as warnings. */
  readonly warnings: string[]
  /** Names of the events it emitted. */
  readonly announced: string[]
}

/** One database, and the processes and gateways that a test starts on it. */
export type Machine = TestDatabase & {
  process(options: StablecoinOptions): Process
  sandbox(options?: SandboxOptions): Promise<Sandbox>
}

type Credentials = Pick<Sandbox["credentials"], "hosted" | "onchain">

export function machineTest(tests: (machine: Machine) => void): void {
  const cleanEach: (() => Promise<unknown>)[] = []
  const database = testDatabase()
  const machine: Machine = {
    clientUrl: database.clientUrl,
    get db() {
      return database.db
    },
    process(options) {
      const db = connect(database.clientUrl)
      const warnings: string[] = []
      const announced: string[] = []
      const service = new StablecoinModuleService(
        {
          [ContainerRegistrationKeys.PG_CONNECTION]: db,
          [ContainerRegistrationKeys.LOGGER]: {
            warn: (line: string) => warnings.push(line),
          },
          [Modules.EVENT_BUS]: {
            emit: async (events: { name: string }[]) => {
              announced.push(...events.map(({ name }) => name))
            },
          },
        } as unknown as ConstructorParameters<
          typeof StablecoinModuleService
        >[0],
        options
      )
      cleanEach.push(async () => {
        await service.accounts.end()
        await service.gateway.close()
        await db.destroy()
      })
      return { service, db, warnings, announced }
    },
    async sandbox(options) {
      const sandbox = await createSandbox({ webhookRetries: 0, ...options })
      cleanEach.push(() => sandbox.close())
      return sandbox
    },
  }

  beforeEach(async () => await emptyTables(database))
  afterEach(async () => {
    for (const end of cleanEach.splice(0)) {
      await end()
    }
  })
  describe("", () => tests(machine))
}

/** Options of a store that uses both rails of a gateway. */
export function optionsFor(
  { urls }: Sandbox,
  { hosted, onchain }: Credentials,
  changes: Partial<StablecoinOptions> = {}
): StablecoinOptions {
  return {
    // Nothing listens there: tests deliver webhooks themselves.
    backendUrl: "http://localhost:9",
    storefrontUrls: ["http://localhost:8000"],
    successUrl: "http://localhost:8000/thanks",
    hosted: {
      baseUrl: urls.merchant,
      clientId: hosted.clientId,
      clientSecret: hosted.clientSecret,
    },
    onchain: {
      baseUrl: urls.business,
      clientId: onchain.clientId,
      clientSecret: onchain.clientSecret,
      webhookSecrets: [onchain.webhookSecret],
    },
    ...changes,
  }
}

/** Options that leave everything but the gateway's addresses to the admin. */
export function bare(
  { urls }: Sandbox,
  encryptionKeys: string[]
): StablecoinOptions {
  return {
    backendUrl: "http://localhost:9",
    storefrontUrls: ["http://localhost:8000"],
    successUrl: "http://localhost:8000/thanks",
    encryptionKeys,
    hosted: { baseUrl: urls.merchant },
    onchain: { baseUrl: urls.business },
  }
}

/**
 * Starts payments at the gateway as the provider does, for sessions that exist
 * in Medusa.
 */
export async function startPayments(
  { service, db }: Process,
  rail: Rail,
  names: readonly string[]
): Promise<Payment[]> {
  const start = (input: StartInput) =>
    rail === "hosted"
      ? startPayment(service, adapters.hosted, input)
      : startPayment(service, adapters.onchain, input)
  const payments: Payment[] = []
  for (const name of names) {
    const id = `payses_${name}`
    await db("payment_session").insert({ id })
    payments.push(
      await start({
        session: {
          id,
          payment_collection_id: `pay_col_${name}`,
          provider_id: `pp_stablecoin-${rail}_default`,
          amount: "12.50",
          collection: {
            amount: "12.50",
            currency: "usd",
            status: "awaiting",
            covered_by_others: "0",
            captured_by_others: "0",
            held: "0",
            held_later: "0",
            order_due: null,
          },
          is_being_placed: false,
          order: null,
          purchase_id: `cart_${name}`,
          region_id: null,
          quote: null,
          currency: "usd",
          cart_id: `cart_${name}`,
          customer_id: null,
        },
        effective: await service.settings.effective(),
        data: {},
        cartAmount: "12.50",
        cartCurrency: "usd",
        logger: console,
      })
    )
  }
  return payments
}
