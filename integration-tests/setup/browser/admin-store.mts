import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { freePort } from "../../../tools/harness/free-port.ts"
import { buildShop } from "../../../tools/demo/shop-bundle.mts"
import { storeEnvironment } from "../../../tools/harness/store/environment.ts"
import { startStorefront } from "../../../tools/demo/storefront.mts"
import {
  createSandbox,
  type Sandbox,
} from "../../../packages/sandbox/src/index.ts"
import {
  type Cleanup,
  startParts,
} from "../../../tools/harness/command/cleanup.ts"
import { CartTemplate } from "../../../tools/harness/store/cart-template.ts"
import { startFront } from "../../../tools/harness/cluster/front.ts"
import { StoreNode } from "../../../tools/harness/cluster/node.ts"
import type { TestDatabases } from "../../../tools/harness/postgres/test-databases.ts"
import { buildAdmin } from "./admin-build.mts"
import { adminPages, type Pages } from "./admin-pages.ts"
import { type AdminStore, READ_CHAINS, type RunningStore } from "./facts.ts"

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
 * second store has Medusa's roles, full credentials, and a network whose proof it
 * requires: its users see less of the same admin, or more.
 */
export async function startAdminStore(
  databases: TestDatabases
): Promise<{ facts: AdminStore; close(): Promise<void> }> {
  return await startParts(async (cleanup) => {
    const folder = await cleanup.folder("browser")
    const sandbox = await createSandbox()
    cleanup.add("The sandbox", async () => await sandbox.close())
    let pages: Pages = () => false
    const common: Common = {
      databases,
      sandbox,
      pages: (path, answer) => pages(path, answer),
      cleanup,
    }
    const main = await openFront(common)
    const withRoles = await openFront(common)
    const shop = await startStorefront(main.url, await freePort())
    cleanup.add("The shop", shop.close)
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
        env: {
          MEDUSA_FF_RBAC: "true",
          STABLECOIN_PROOF: "require",
          STABLECOIN_RPC_URLS_POLYGON: `${sandbox.urls.rpc}/POLYGON`,
        },
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
    }
  })
}

type Common = {
  databases: TestDatabases
  sandbox: Sandbox
  pages: Pages
  cleanup: Cleanup
}

/** The address that browsers use for a store. */
type Address = { url: string; listen(node: StoreNode): void }

/** Opens the address of a store that is not running yet. */
async function openFront({ pages, cleanup }: Common): Promise<Address> {
  const nodes: StoreNode[] = []
  const front = await startFront(
    () => nodes.flatMap(({ url }) => url ?? []),
    (path, answer) => {
      if (path !== READ_CHAINS) {
        return pages(path, answer)
      }
      void Promise.all(nodes.map((node) => node.run("readChains"))).then(
        () => answer.end(),
        (error: unknown) => answer.destroy(error as Error)
      )
      return true
    }
  )
  cleanup.add("The load balancer", front.close)
  return { url: front.url, listen: (node) => void nodes.push(node) }
}

async function startStore(
  { databases, sandbox, cleanup }: Common,
  { url, listen }: Address,
  input: { folder: string; storefronts: string[]; env: Record<string, string> }
): Promise<RunningStore> {
  const { folder, storefronts, env } = input
  await mkdir(folder)
  const databaseUrl = await databases.copyOf("seeded")
  const environment = storeEnvironment({
    databaseUrl,
    port: Number(new URL(url).port),
    storefronts,
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
  cleanup.add("The store", async () => await node.end())
  await node.start({ first: true })
  listen(node)
  return {
    url,
    seeded: await CartTemplate.seededStore(databaseUrl),
    databaseUrl,
  }
}
