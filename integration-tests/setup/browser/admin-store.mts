import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../../harness/postgres/postgres.mts"
import { buildShop } from "../../../demo/shop-bundle.mts"
import { storeEnvironment } from "../../../harness/store/environment.ts"
import { startStorefront } from "../../../demo/storefront.mts"
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.ts"
import { CartTemplate } from "../../../harness/store/cart-template.ts"
import { startFront } from "../../../harness/cluster/front.ts"
import { StoreNode } from "../../../harness/cluster/node.ts"
import type { TestDatabases } from "../../../harness/postgres/test-databases.ts"
import { buildAdmin } from "./admin-build.mts"
import { adminPages, type Pages } from "./admin-pages.ts"
import type { AdminStore, RunningStore } from "./facts.ts"

/** Teardown functions, run in reverse order. */
type Undo = (() => Promise<void>)[]

/** Left empty, because a merchant enters them in the admin. */
const TYPED = {
  STABLECOIN_HOSTED_CLIENT_ID: "",
  STABLECOIN_HOSTED_CLIENT_SECRET: "",
  STABLECOIN_ONCHAIN_CLIENT_ID: "",
  STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
  STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "",
}

/**
 * Starts a seeded store with its admin and a sandbox. The store has the
 * gateway's URLs and an encryption key, but neither client ids nor secrets. A
 * second store has Medusa's roles and full credentials: its users see less of
 * the same admin.
 */
export async function startAdminStore(
  databases: TestDatabases
): Promise<{ facts: AdminStore; close(): Promise<void> }> {
  const undo: Undo = []
  const close = async (): Promise<void> => {
    for (let task = undo.pop(); task; task = undo.pop()) {
      await task()
    }
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-browser-"))
    undo.push(async () => {
      // The stores may still be writing their logs.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    const sandbox = await createSandbox()
    undo.push(async () => await sandbox.close())
    let pages: Pages = () => false
    const common: Common = {
      databases,
      sandbox,
      pages: (path, answer) => pages(path, answer),
      undo,
    }
    const main = await openFront(common)
    const withRoles = await openFront(common)
    const shop = await startStorefront(main.url, await freePort())
    undo.push(shop.close)
    const [built, bundle, facts, factsWithRoles] = await Promise.all([
      buildAdmin(folder),
      buildShop(folder),
      startStore(common, main, {
        folder: join(folder, "store"),
        storefronts: [main.url, shop.url],
        env: TYPED,
      }),
      startStore(common, withRoles, {
        folder: join(folder, "store-with-roles"),
        storefronts: [withRoles.url],
        env: { MEDUSA_FF_RBAC: "true" },
      }),
    ])
    pages = await adminPages(built)
    shop.open(facts.seeded, bundle)
    const { urls, credentials } = sandbox
    return {
      facts: {
        ...facts,
        shopUrl: shop.url,
        withRoles: factsWithRoles,
        gateway: { urls, credentials },
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Common = {
  databases: TestDatabases
  sandbox: Sandbox
  pages: Pages
  undo: Undo
}

/** The address that browsers use for a store. */
type Address = { url: string; listen(node: StoreNode): void }

/** Opens the address of a store that is not running yet. */
async function openFront({ pages, undo }: Common): Promise<Address> {
  const nodes: StoreNode[] = []
  const front = await startFront(
    () => nodes.flatMap(({ url }) => url ?? []),
    pages
  )
  undo.push(front.close)
  return { url: front.url, listen: (node) => void nodes.push(node) }
}

async function startStore(
  { databases, sandbox, undo }: Common,
  { url, listen }: Address,
  input: { folder: string; storefronts: string[]; env: Record<string, string> }
): Promise<RunningStore> {
  const { folder, storefronts, env } = input
  await mkdir(folder)
  const databaseUrl = await databases.copyOf("seeded")
  const environment = storeEnvironment({
    databaseUrl,
    port: Number(new URL(url).port),
    storefrontUrl: storefronts.join(),
    sandbox,
    // The front serves a built admin.
    admin: false,
    folder,
  })
  const node = new StoreNode(
    "store",
    { ...environment, ...env },
    join(folder, "store.log")
  )
  undo.push(async () => await node.end())
  await node.start({ first: true })
  listen(node)
  return {
    url,
    seeded: await CartTemplate.seededStore(databaseUrl),
    databaseUrl,
  }
}
