import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase } from "../../../demo/database.ts"
import { freePort } from "../../../demo/postgres.mts"
import { buildShop } from "../../../demo/shop-bundle.mts"
import { storeEnvironment } from "../../../demo/store-environment.ts"
import { StoreServer } from "../../../demo/store-server.mts"
import { startStorefront } from "../../../demo/storefront.mts"
import { createSandbox } from "../../../src/sandbox/index.ts"
import { startFront } from "../cluster/front.ts"
import { buildAdmin } from "./admin-build.mts"
import { adminPages, type Pages } from "./admin-pages.ts"
import type { AdminStore } from "./facts.ts"

/** What a merchant types into the admin instead. */
const TYPED = [
  "STABLECOIN_HOSTED_CLIENT_ID",
  "STABLECOIN_HOSTED_CLIENT_SECRET",
  "STABLECOIN_ONCHAIN_CLIENT_ID",
  "STABLECOIN_ONCHAIN_CLIENT_SECRET",
  "STABLECOIN_ONCHAIN_WEBHOOK_SECRETS",
]

/**
 * Starts a seeded store with its admin and the gateway on the other side. It
 * knows where the gateway is and has a key, but neither client ids nor secrets.
 *
 * @param serverUrl `postgres://user:password@host:port`, without a database's name
 */
export async function startAdminStore(
  serverUrl: string
): Promise<{ facts: AdminStore; close(): Promise<void> }> {
  const undo: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (let task = undo.pop(); task; task = undo.pop()) {
      await task()
    }
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-browser-"))
    undo.push(async () => {
      // The store's log may still be on its way there.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    const database = await createDatabase(serverUrl)
    undo.push(database.drop)
    const sandbox = await createSandbox()
    undo.push(async () => await sandbox.close())
    const port = await freePort()
    let pages: Pages = () => false
    const front = await startFront(
      () => [`http://127.0.0.1:${port}`],
      (path, answer) => pages(path, answer)
    )
    undo.push(front.close)
    const shop = await startStorefront(front.url, await freePort())
    undo.push(shop.close)
    const env = storeEnvironment({
      databaseUrl: database.url,
      port: Number(new URL(front.url).port),
      storefrontUrl: `${front.url},${shop.url}`,
      sandbox,
      // The front serves a built one.
      admin: false,
      folder,
    })
    const nothing = Object.fromEntries(TYPED.map((name) => [name, ""]))
    const store = new StoreServer(
      { ...env, ...nothing, PORT: String(port) },
      { folder, verbose: process.env.VERBOSE !== undefined }
    )
    undo.push(async () => await store.stop())
    const [built, bundle, { store: seeded }] = await Promise.all([
      buildAdmin(folder),
      buildShop(folder),
      store
        .reached("seeded", new AbortController().signal)
        .catch(async (error: unknown) => {
          throw new Error(`${String(error)}\n${await store.lastLines()}`)
        }),
    ])
    pages = await adminPages(built)
    shop.open(seeded, bundle)
    const { urls, credentials } = sandbox
    return {
      facts: {
        url: front.url,
        shopUrl: shop.url,
        seeded,
        databaseUrl: database.url,
        gateway: { urls, credentials },
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
