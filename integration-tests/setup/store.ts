import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { startApp } from "@medusajs/test-utils"
import {
  seedStore,
  type SeededStore,
  type SeedOptions,
} from "../../demo/seed-store"
import { Shopper } from "../../demo/shopper"
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../src/sandbox"
import { Baseline } from "./baseline"
import { CartTemplate, TemplateShopper } from "./cart-template"
import { TestDatabases } from "./databases"
import { idle } from "./idle"

/** The storefront that buyers may be sent back to. */
export const STOREFRONT = "http://localhost:8000"

/** A real store over real HTTP, with the sandbox as its gateway. */
export type TestStore = {
  readonly url: string
  readonly sandbox: Sandbox
  readonly container: MedusaContainer
  readonly seeded: SeededStore
  readonly shopper: Shopper
}

export type StoreTestOptions = {
  sandbox?: SandboxOptions
  seed?: SeedOptions
  /** Extra environment for medusa-config.ts. */
  env?: Record<string, string>
  tests: (store: TestStore) => void
}

type Running = {
  url?: string
  sandbox?: Sandbox
  seeded?: SeededStore
  container?: MedusaContainer
  databaseUrl?: string
  template?: CartTemplate
}

/**
 * The store that several files share, and its rows before the first of them.
 */
type SharedStore = { store: TestStore; running: Running; pristine?: Baseline }

const together: { shared?: SharedStore } = {}

/**
 * Makes the files loaded after this call share one store, unless they ask for
 * their own. Booting a store takes longer than most tests.
 */
export function shareStore(): void {
  const running: Running = {}
  const shared: SharedStore = { store: viewOf(running), running }
  const ends = boot(running, {})
  beforeAll(async () => {
    const baseline = await Baseline.keep(present(running.databaseUrl))
    ends.push(() => baseline.close())
    shared.pristine = baseline
  })
  together.shared = shared
}

/**
 * Boots this repository's Medusa on its own seeded database, and a sandbox.
 * Before each test the database is restored and the sandbox emptied. The jobs
 * do not run automatically.
 *
 * Call it once per file, unless files share a store: Medusa can't be booted
 * twice in a process.
 */
export function storeTest({ tests, ...options }: StoreTestOptions): void {
  const { shared } = together
  if (!shared) {
    const running: Running = {}
    const ends = boot(running, options)
    putBack(running, ends)
    tests(viewOf(running))
    return
  }
  if (Object.keys(options).length > 0) {
    throw new Error("A shared store is as all others are: run this file alone.")
  }
  const ends: End[] = []
  beforeAll(async () => await shared.pristine?.restore())
  putBack(shared.running, ends)
  afterAll(async () => await endAll(ends))
  tests(shared.store)
}

type End = () => Promise<void>

/** @returns teardown functions, to be run in reverse order */
function boot(
  running: Running,
  { sandbox: sandboxOptions, seed, env }: Omit<StoreTestOptions, "tests">
): End[] {
  const ends: End[] = []
  beforeAll(async () => {
    const databases = TestDatabases.ofThisRun()
    const name = await databases.copyTemplate()
    ends.push(() => databases.drop(name))
    running.databaseUrl = databases.url(name)
    const sandbox = await createSandbox({
      webhookBackoffMs: 50,
      ...sandboxOptions,
    })
    ends.push(() => sandbox.close())
    running.sandbox = sandbox
    const port = await freePort()
    running.url = `http://localhost:${port}`
    const { hosted, onchain } = sandbox.credentials
    Object.assign(process.env, {
      DATABASE_URL: running.databaseUrl,
      DISABLE_ADMIN: "true",
      PORT: String(port),
      STORE_CORS: STOREFRONT,
      STABLECOIN_BACKEND_URL: running.url,
      STABLECOIN_HOSTED_BASE_URL: sandbox.urls.merchant,
      STABLECOIN_HOSTED_CLIENT_ID: hosted.clientId,
      STABLECOIN_HOSTED_CLIENT_SECRET: hosted.clientSecret,
      STABLECOIN_ONCHAIN_BASE_URL: sandbox.urls.business,
      STABLECOIN_ONCHAIN_CLIENT_ID: onchain.clientId,
      STABLECOIN_ONCHAIN_CLIENT_SECRET: onchain.clientSecret,
      STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: onchain.webhookSecret,
      ...env,
    })
    const { container, shutdown } = await startApp({ cwd: process.cwd() })
    ends.push(shutdown)
    // Tests run the job explicitly. One that runs every minute on its own would
    // cancel or capture payments that a test is about to check.
    await new WorkflowScheduler().clear()
    running.container = container
    running.seeded = await seedStore(container, seed)
    const template = await CartTemplate.create(
      running.databaseUrl,
      new Shopper(running.url, running.seeded)
    )
    ends.push(() => template.close())
    running.template = template
  })

  afterAll(async () => await endAll(ends))
  return ends
}

/**
 * Each test starts with the data of the file's own hooks, and with nothing of
 * the test before.
 */
function putBack(running: Running, ends: End[]): void {
  let baseline: Baseline | undefined
  beforeEach(async () => {
    if (baseline) {
      await baseline.restore()
      return
    }
    // Taken before the first test, so that it includes the data of the file's
    // own hooks.
    const kept = await Baseline.keep(present(running.databaseUrl))
    ends.push(() => kept.close())
    baseline = kept
  })

  afterEach(async () => {
    const sandbox = present(running.sandbox)
    await sandbox.settled()
    await sandbox.reset()
    await idle()
  })
}

async function endAll(ends: End[]): Promise<void> {
  for (const end of ends.splice(0).reverse()) {
    await end()
  }
}

function viewOf(running: Running): TestStore {
  const store: TestStore = {
    get url() {
      return present(running.url)
    },
    get sandbox() {
      return present(running.sandbox)
    },
    get container() {
      return present(running.container)
    },
    get seeded() {
      return present(running.seeded)
    },
    get shopper() {
      return new TemplateShopper(
        store.url,
        store.seeded,
        present(running.template)
      )
    },
  }
  return store
}

function present<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("The store is not running yet: use it inside a test.")
  }
  return value
}

/**
 * A port to listen on when the store boots, some seconds from now. It is
 * outside the range that the system assigns to connections meanwhile.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer().listen(port)
    const free = await once(server, "listening").then(
      () => true,
      () => false
    )
    server.close()
    if (free) {
      return port
    }
  }
}
