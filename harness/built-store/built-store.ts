import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { startParts } from "../command/cleanup"
import { createDatabase } from "../postgres/database"
import type { SeededStore } from "../store/seed"
import { storeEnvironment } from "../store/environment"
import { Observer } from "../postgres/observer"
import { createSandbox, type Sandbox } from "../../src/sandbox"
import type { Calls } from "./calls"
import { Child } from "./child"
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
  call<K extends keyof Calls>(
    name: K,
    ...args: Parameters<Calls[K]>
  ): Promise<Awaited<ReturnType<Calls[K]>>>
  /** Stops everything and leaves nothing behind. */
  close(): Promise<void>
}

type BuiltStoreOptions = {
  serverUrl: string
  port: number
}

const LINES = 40

/** @throws Error that names the store's log if it does not start */
export async function startBuiltStore({
  serverUrl,
  port,
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
        storefrontUrl: "http://localhost:8000",
        sandbox,
        admin: false,
        folder,
      }),
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      BENCH_STUB_PROVIDER: join(STORE_FOLDER, "stub-provider.ts"),
    }
    const log = join(folder, "store.log")
    const child = new Child(STORE_FOLDER, environment, log)
    cleanup.add("The process", async () => await child.end())
    const seeded = await child.ready().catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await endOf(log)}`)
    })
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
      call: child.call.bind(child) as BuiltStore["call"],
    }
  })
}

async function endOf(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => "")
  return text.trimEnd().split("\n").slice(-LINES).join("\n")
}
