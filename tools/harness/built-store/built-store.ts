import { join } from "node:path"
import { startParts } from "../command/cleanup"
import { createDatabase } from "../postgres/database"
import type { SeededStore } from "../store/seed"
import { StoreProcess } from "../store/store-process"
import { chainEnvironment, storeEnvironment } from "../store/environment"
import { Observer } from "../postgres/observer"
import { createSandbox, type Sandbox } from "../../../packages/sandbox/src"
import type { Calls } from "./calls"
import { linkPackage, STORE_FOLDER } from "./folder"

/**
 * A merchant's store with the built package in a separate process, connected to
 * a sandbox gateway.
 */
export type BuiltStore = {
  url: string
  sandbox: Sandbox
  seeded: SeededStore
  db: Observer
  databaseUrl: string
  /** Environment variables for its medusa-config.js. */
  environment: Record<string, string>
  /** Its temporary folder, removed on close. */
  folder: string
  /** Runs a command in the process and waits for the result. */
  call: StoreProcess<Calls>["call"]
  /** Stops everything and leaves nothing behind. */
  close(): Promise<void>
}

type BuiltStoreOptions = {
  serverUrl: string
  port: number
  /** Whether the store reads the sandbox's networks. */
  chains?: boolean
  /** Whether it sells in euros, at the sandbox's prices. */
  rates?: boolean
  /** Extra environment for medusa-config.js. */
  env?: Record<string, string>
}

/** @throws Error that names the store's log if it does not start */
export async function startBuiltStore({
  serverUrl,
  port,
  chains = false,
  rates: sellsInEuro = false,
  env = {},
}: BuiltStoreOptions): Promise<BuiltStore> {
  return await startParts(async (cleanup) => {
    const folder = await cleanup.folder("store")
    const database = await createDatabase(serverUrl)
    cleanup.add("The database", database.drop)
    const sandbox = await createSandbox()
    cleanup.add("The sandbox", async () => await sandbox.close())
    await linkPackage()
    const environment: Record<string, string> = {
      ...storeEnvironment({
        databaseUrl: database.url,
        port,
        storefronts: ["http://localhost:8000"],
        sandbox,
        admin: false,
        folder,
      }),
      ...(chains ? chainEnvironment(sandbox) : {}),
      ...(sellsInEuro ? { STABLECOIN_RATES_URL: sandbox.urls.rates } : {}),
      ...env,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      BENCH_STUB_PROVIDER: join(STORE_FOLDER, "stub-provider.ts"),
    }
    const store = new StoreProcess<Calls>({
      cwd: STORE_FOLDER,
      setup: {
        port,
        migrate: true,
        admin: true,
        seed: {
          sellsInEuro,
          otherProviders: ["pp_stub_bench", "pp_system_default"],
        },
        calls: require.resolve("./calls.ts"),
      },
      env: environment,
      logFile: join(folder, "store.log"),
    })
    cleanup.add("The process", async () => await store.kill())
    await store.ready()
    const { store: seeded } = await store.reached("seeded")
    const db = await Observer.connect(database.url)
    cleanup.add("The connection", async () => await db.close())
    return {
      url: `http://localhost:${port}`,
      sandbox,
      seeded,
      db,
      databaseUrl: database.url,
      environment,
      folder,
      call: store.call.bind(store),
    }
  })
}
