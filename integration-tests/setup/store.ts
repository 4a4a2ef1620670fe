import { createServer } from "node:net"
import type { MedusaContainer } from "@medusajs/framework/types"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
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

/** The storefront that buyers may be sent back to. */
export const STOREFRONT = "http://localhost:8000"

/** A real store over real HTTP, with the sandbox on the other side. */
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
  /** Environment on top, with which medusa-config.ts is read. */
  env?: Record<string, string>
  tests: (store: TestStore) => void
}

/**
 * Boots a Medusa of this repository on a database of its own, seeded, and a
 * sandbox. Before each test the database is put back and the sandbox emptied.
 */
export function storeTest({
  sandbox: sandboxOptions,
  seed,
  env,
  tests,
}: StoreTestOptions): void {
  const running: {
    url?: string
    sandbox?: Sandbox
    seeded?: SeededStore
    container?: () => MedusaContainer
  } = {}
  const store: TestStore = {
    get url() {
      return present(running.url)
    },
    get sandbox() {
      return present(running.sandbox)
    },
    get container() {
      return present(running.container)()
    },
    get seeded() {
      return present(running.seeded)
    },
    get shopper() {
      return new Shopper(store.url, store.seeded)
    },
  }

  beforeAll(async () => {
    const port = await freePort()
    const sandbox = await createSandbox({
      webhookBackoffMs: 50,
      ...sandboxOptions,
    })
    running.sandbox = sandbox
    running.url = `http://localhost:${port}`
    const { hosted, onchain } = sandbox.credentials
    Object.assign(process.env, {
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
  })

  afterAll(async () => {
    await running.sandbox?.close()
  })

  void medusaIntegrationTestRunner({
    testSuite: ({ getContainer }) => {
      running.container = () => getContainer()
      beforeAll(async () => {
        running.seeded = await seedStore(getContainer(), seed)
      })
      afterEach(async () => {
        await store.sandbox.settled()
        await store.sandbox.reset()
      })
      tests(store)
    },
  })
}

function present<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("The store is not running yet: use it inside a test.")
  }
  return value
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => {
        resolve(address && typeof address === "object" ? address.port : 0)
      })
    })
  })
}
