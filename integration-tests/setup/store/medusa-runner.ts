import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import { createSandbox, type Sandbox } from "../../../packages/sandbox/src"
import { freePort } from "../../../tools/harness/free-port"
import { Shopper } from "../../../tools/harness/shop/shopper"
import {
  seedStore,
  type SeededStore,
  type SeedOptions,
} from "../../../tools/harness/store/seed"
import { environmentOf } from "./store"
import { TestStore } from "./test-store"

/**
 * A store in Medusa's own test runner, as other stores test theirs. It migrates
 * and seeds an empty database for the file, and restores it before each test.
 */
export function medusaRunnerTest({
  seed,
  env,
  tests,
}: {
  seed?: SeedOptions
  env?: Record<string, string>
  tests: (store: TestStore) => void
}): void {
  let url: string
  let sandbox: Sandbox
  let seeded: SeededStore

  beforeAll(async () => {
    sandbox = await createSandbox()
    const port = await freePort()
    url = `http://localhost:${port}`
    // The runner sets its own `env` only after it has read medusa-config.ts.
    Object.assign(process.env, environmentOf(sandbox, url), env, {
      PORT: `${port}`,
    })
  })
  afterAll(async () => await sandbox.close())

  const { log } = console
  beforeAll(() => {
    // The runner replaces the database between tests, and knex reports each
    // connection that ends.
    console.log = (...words: unknown[]) => {
      if (!String(words[0]).includes("Connection Error")) {
        log(...words)
      }
    }
  })
  afterAll(() => {
    console.log = log
  })

  medusaIntegrationTestRunner({
    testSuite: ({ getContainer }) => {
      const store = new TestStore(() => ({
        url,
        sandbox,
        container: getContainer(),
        seeded,
        shopper: new Shopper(url, seeded),
      }))

      beforeAll(async () => {
        seeded = await seedStore(store.container, seed)
      })
      afterEach(async () => await sandbox.reset())

      tests(store)
    },
  })
}
