import { container } from "@medusajs/framework"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import start from "@medusajs/medusa/commands/start"
import type { Chain } from "../../../src/gateway"
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../../packages/sandbox/src"
import { StoredWebhooks } from "../../../src/modules/stablecoin/webhooks/stored-webhooks"
import { Baseline } from "../postgres/baseline"
import {
  CartTemplate,
  TemplateShopper,
} from "../../../tools/harness/store/cart-template"
import { TestDatabases } from "../../../tools/harness/postgres/test-databases"
import { freePort } from "../../../tools/harness/free-port"
import { idle } from "./idle"
import { TestStore } from "./test-store"
import { storeStepsInTurn } from "./workflow-storage"

/** The storefront that buyers may be sent back to. */
export const STOREFRONT = "http://localhost:8000"

type StoreTests = (store: TestStore) => void

type StoreTestOptions = {
  sandbox?: SandboxOptions
  /** Chains that the store reads from the sandbox. Default none. */
  chains?: readonly Chain[]
  /** Whether it sells in euros, at the sandbox's prices in both its formats. */
  rates?: boolean
  /** Extra environment for medusa-config.ts. */
  env?: Record<string, string>
}

/** A store with its sandbox, database and everything else that tests use. */
type Running = {
  url: string
  sandbox: Sandbox
  container: MedusaContainer
  databaseUrl: string
  template: CartTemplate
  /** The rows after the boot. */
  pristine: Baseline
}

/**
 * A timer that processes what tests make due would race with them, as the job
 * would.
 */
StoredWebhooks.prototype.begin = () => {}

storeStepsInTurn()

/** Medusa can't be booted twice in a process, so a process has one store. */
const onlyStore: { options?: string; running?: Promise<Running> } = {}

/**
 * A real store on its own seeded database, and a sandbox. The spec files that a
 * process runs share it, because booting a store takes longer than most tests.
 * Each file starts with the database as it was after the boot. Before each test
 * the rows of the file's own hooks are restored and the sandbox is emptied. The
 * jobs do not run automatically.
 *
 * Call it once per file. A file that passes options belongs in
 * integration-tests/http/configured, where every file has its own process.
 */
export function storeTest(
  tests: StoreTests,
  options: StoreTestOptions = {}
): void {
  const current: { running?: Running } = {}
  let baseline: Baseline | undefined

  beforeAll(async () => {
    const running = await bootOnce(options)
    await running.pristine.restore()
    current.running = running
  })

  beforeEach(async () => {
    if (baseline) {
      await baseline.restore()
      return
    }
    // Taken before the first test, so that it includes the data of the file's
    // own hooks.
    baseline = await Baseline.keep(present(current.running).databaseUrl)
  })

  afterEach(async () => {
    const { sandbox } = present(current.running)
    await sandbox.settled()
    await sandbox.reset()
    await idle()
  })

  afterAll(async () => await baseline?.close())

  tests(
    new TestStore(() => {
      const running = present(current.running)
      const { url, template } = running
      const shopper = new TemplateShopper(url, template)
      return { ...running, seeded: template.seeded, shopper }
    })
  )
}

async function bootOnce(options: StoreTestOptions): Promise<Running> {
  const key = JSON.stringify(options)
  onlyStore.options ??= key
  if (onlyStore.options !== key) {
    throw new Error(
      "This process runs a store with other options. Move the file to integration-tests/http/configured."
    )
  }
  return await (onlyStore.running ??= boot(options))
}

async function boot({
  sandbox: sandboxOptions,
  chains = [],
  rates = false,
  env,
}: StoreTestOptions): Promise<Running> {
  const databases = TestDatabases.ofThisRun()
  const databaseUrl = await databases.copyOf("seeded")
  const sandbox = await createSandbox({
    webhookBackoffMs: 50,
    ...sandboxOptions,
  })
  const port = await freePort()
  const url = `http://localhost:${port}`
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    DISABLE_ADMIN: "true",
    ...environmentOf(sandbox, url),
    ...Object.fromEntries(
      chains.map((chain) => [
        `STABLECOIN_RPC_URLS_${chain}`,
        `${sandbox.urls.rpc}/${chain}`,
      ])
    ),
    ...(rates && {
      STABLECOIN_RATES_URL: sandbox.urls.rates,
      STABLECOIN_ECB_URL: `${sandbox.urls.rates}/ecb.xml`,
    }),
    ...env,
  })
  await start({ directory: process.cwd(), port, types: false })
  // Tests run the job explicitly. One that runs every minute on its own would
  // cancel or capture payments that a test is about to check.
  await new WorkflowScheduler().clear()
  const template = await CartTemplate.load(databaseUrl)
  const pristine = await Baseline.keep(databaseUrl)
  return { url, sandbox, container, databaseUrl, template, pristine }
}

/** The variables that medusa-config.ts reads for a store of this sandbox. */
export function environmentOf(
  { credentials: { hosted, onchain }, urls }: Sandbox,
  storeUrl: string
): Record<string, string> {
  return {
    STORE_CORS: STOREFRONT,
    STABLECOIN_BACKEND_URL: storeUrl,
    STABLECOIN_HOSTED_BASE_URL: urls.merchant,
    STABLECOIN_HOSTED_CLIENT_ID: hosted.clientId,
    STABLECOIN_HOSTED_CLIENT_SECRET: hosted.clientSecret,
    STABLECOIN_ONCHAIN_BASE_URL: urls.business,
    STABLECOIN_ONCHAIN_CLIENT_ID: onchain.clientId,
    STABLECOIN_ONCHAIN_CLIENT_SECRET: onchain.clientSecret,
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: onchain.webhookSecret,
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("The store is not running yet: use it inside a test.")
  }
  return value
}
