import { access, rm } from "node:fs/promises"
import { join } from "node:path"
import {
  createSandbox,
  type Sandbox,
} from "../../packages/sandbox/src/index.ts"
import type { Cleanup } from "../harness/command/cleanup.ts"
import { createDatabase } from "../harness/postgres/database.ts"
import { DemoStore } from "./demo-store.mts"
import { writeEnvironment } from "./environment-file.ts"
import { startPostgres } from "../harness/postgres/postgres.mts"
import type { SeededStore } from "../harness/store/seed.ts"
import { freePort } from "../harness/free-port.ts"
import { selectPorts } from "../harness/ports.ts"
import { buildShop } from "./shop-bundle.mts"
import type { Steps } from "../harness/command/steps.ts"
import {
  chainEnvironment,
  storeEnvironment,
} from "../harness/store/environment.ts"
import { type DemoReceiver, startReceiver } from "./receiver.mts"
import { startStorefront } from "./storefront.mts"

/** A running demo. */
export type Demo = {
  /** The store's API, with its admin under /app. */
  storeUrl: string
  storefrontUrl: string
  /** The origin of the user's own storefront. */
  ownStorefront: string | null
  /** Usual ports that other programs use. */
  takenPorts: number[]
  sandbox: Sandbox
  seeded: SeededStore
  /** The database's URL, without the password if it is the user's own. */
  database: string
  /** The store's environment. */
  env: Record<string, string>
  /** The environment as a file, removed with the demo. */
  envFile: string
  store: DemoStore
  /** The process that receives webhooks; null: the store does. */
  receiver: DemoReceiver | null
}

export type StartInput = {
  steps: Steps
  cleanup: Cleanup
  ended: AbortSignal
  /**
   * Whether the demo is used in a browser. The admin and the shop are then
   * included, which take a while.
   */
  withBrowser: boolean
  verbose: boolean
  ownStorefront: string | null
  withReceiver: boolean
  /** Called with the store once its process is created. */
  onStore: (store: DemoStore) => void
}

/** Starts PostgreSQL, the sandbox, a seeded store and a small shop. */
export async function startDemo(input: StartInput): Promise<Demo> {
  const { steps, cleanup, ended, withBrowser, verbose } = input
  const { ownStorefront, withReceiver } = input
  const folder = await cleanup.folder("demo")
  const given = Boolean(process.env.DATABASE_URL)
  await removeAdminSources(cleanup)
  const database = await steps.run(
    given ? "Database at DATABASE_URL" : "PostgreSQL",
    async () => {
      const postgres = await startPostgres({ durable: true })
      cleanup.add("PostgreSQL", postgres.stop)
      const created = await createDatabase(postgres.serverUrl)
      if (given) {
        cleanup.add(`Database ${created.name}`, created.drop)
      }
      return created
    }
  )
  const sandbox = await steps.run(
    "Sandbox of the payment gateway",
    async () => {
      const started = await createSandbox({
        merchantName: "Enamelware",
        // A transfer of a wrong amount can then be assigned to its payment.
        uniqueDestinations: true,
      })
      cleanup.add("The sandbox", async () => await started.close())
      return started
    }
  )
  const { store: port, shop, taken } = await selectPorts(ownStorefront)
  const storeUrl = `http://localhost:${port}`
  const storefront = await startStorefront(storeUrl, shop)
  cleanup.add("The storefront", storefront.close)
  const env = {
    ...storeEnvironment({
      databaseUrl: database.url,
      port,
      storefronts: ownStorefront
        ? [storefront.url, ownStorefront]
        : [storefront.url],
      sandbox,
      admin: withBrowser,
      folder,
    }),
    ...chainEnvironment(sandbox),
    STABLECOIN_RATES_URL: sandbox.urls.rates,
  }
  const envFile = await writeEnvironment(folder, env)
  const storePort = withReceiver ? await freePort() : port
  const store = new DemoStore({
    port: storePort,
    env,
    ...(verbose ? {} : { logFile: join(folder, "store.log") }),
  })
  cleanup.add("The store", async () => await store.stop())
  input.onStore(store)
  // Runs while the store creates its tables, which keeps one core busy.
  const building = withBrowser ? buildShop(folder) : Promise.resolve(undefined)
  cleanup.add("The shop's build", async () => {
    // The build writes into a folder that is removed next. Its failure is
    // reported below.
    await Promise.allSettled([building])
  })
  await steps.run("Store: tables", async () => {
    await store.process.reached("migrated", ended)
  })
  await steps.run(
    withBrowser ? "Store: API and admin" : "Store: API",
    async () => {
      await store.process.reached("listening", ended)
    }
  )
  const seeded = await steps.run(
    "Store: products, keys and login",
    async () => {
      const seeded = await store.process.reached("seeded", ended)
      await store.process.reached("ready", ended)
      return seeded.store
    }
  )
  const receiver = withReceiver
    ? await steps.run(
        "Receiver of webhooks",
        async () =>
          await startReceiver({
            publicPort: port,
            folder,
            sandbox,
            store,
            storePort,
            cleanup,
          })
      )
    : null
  if (withBrowser) {
    await steps.run("Shop", async () => await building)
  }
  storefront.open(seeded, await building)
  return {
    storeUrl,
    storefrontUrl: storefront.url,
    ownStorefront,
    takenPorts: taken,
    sandbox,
    seeded,
    database: given ? withoutPassword(database.url) : database.url,
    env,
    envFile,
    store,
    receiver,
  }
}

/**
 * The admin writes its entry page into the repository. It is removed at the
 * end, unless it existed before.
 */
async function removeAdminSources(cleanup: Cleanup): Promise<void> {
  const folder = join(process.cwd(), ".medusa", "client")
  const thereBefore = await access(folder).then(
    () => true,
    () => false
  )
  if (!thereBefore) {
    cleanup.add(folder, async () => {
      await rm(folder, { recursive: true, force: true })
    })
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = shown.password && "***"
  return shown.href
}
