import { randomBytes } from "node:crypto"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Cleanup } from "../../demo/cleanup.mts"
import { createDatabase } from "../../demo/database.ts"
import { freePort, startPostgres } from "../../demo/postgres.mts"
import type { Steps } from "../../demo/steps.mts"
import { pack, ROOT } from "../../scripts/pack.mts"
import { run } from "./command.mts"
import { writeStore } from "./fresh-store.mts"
import { useWithMedusa, useWithoutMedusa } from "./other-project.mts"
import { installCommands } from "./readme-install.mts"
import { startSandbox, startStore } from "./running-store.mts"
import { startStorefrontPage } from "./storefront-page.mts"
import { sell } from "./sell.mts"

/** The one word of the README that is not taken literally: the package is not the published one. */
const PUBLISHED = "npm install medusa-payment-stablecoin"

/** Instead of this the store is built and started, as it is where it sells. */
const DEVELOP = "npx medusa develop"

/**
 * All of it, step by step.
 *
 * @throws StepError that names the step
 */
export async function installAndBuy({
  steps,
  cleanup,
  ended,
  build,
}: {
  steps: Steps
  cleanup: Cleanup
  ended: AbortSignal
  build: boolean
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-install-"))
  cleanup.add(folder, async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const temporary = join(folder, "tmp")
  await mkdir(temporary)
  const env: Record<string, string> = {
    TMPDIR: temporary,
    // Telemetry keeps a file in the person's settings even when it is disabled.
    MEDUSA_DISABLE_TELEMETRY: "true",
    XDG_CONFIG_HOME: temporary,
  }
  if (build) {
    await steps.run("Build", async () => {
      await run("npm run build", { cwd: ROOT, env }, ended)
    })
  }
  const { tarball } = await steps.run("Package", async () => await pack(folder))

  const other = join(folder, "storefront")
  const store = join(folder, "store")
  const here = { cwd: store, env }
  const added = await steps.run(
    "npm install: a Medusa store, a storefront",
    async () => {
      await mkdir(store)
      await writeStore(store)
      return await bothOf(
        useWithoutMedusa(other, tarball, env, ended),
        run("npm install", here, ended)
      )
    }
  )
  console.log(`    the storefront gets ${added} packages, none of Medusa's`)
  const url = `http://localhost:${await freePort()}`
  const storefront = await startStorefrontPage()
  cleanup.add("The storefront", storefront.close)
  await steps.run("PostgreSQL", async () => {
    const postgres = await startPostgres({ durable: false })
    cleanup.add("PostgreSQL", postgres.stop)
    const database = await createDatabase(postgres.serverUrl)
    cleanup.add(`Database ${database.name}`, database.drop)
    Object.assign(env, storeEnvironment(database.url, url, storefront.url))
  })

  const commands = installCommands()
  if (!commands.includes(PUBLISHED) || commands.at(-1) !== DEVELOP) {
    throw new Error(
      `The README installs by other words: ${commands.join("; ")}`
    )
  }
  for (const command of commands.slice(0, -1)) {
    await steps.run(`README: ${command}`, async () => {
      const line = command.replace(PUBLISHED, `npm install "${tarball}"`)
      await run(line, here, ended)
    })
  }
  await steps.run("npm ci would take the lock", async () => {
    await run("npm ci --dry-run", here, ended)
  })
  const sandbox = await steps.run("Sandbox of the package", async () => {
    const started = await startSandbox(here, ended)
    cleanup.add("The sandbox", started.stop)
    return started
  })
  const { urls } = sandbox.facts
  // Of these the config reads the addresses alone: the rest is entered in the admin.
  env.STABLECOIN_HOSTED_BASE_URL = urls.merchant
  env.STABLECOIN_ONCHAIN_BASE_URL = urls.business
  await steps.run("medusa build; every entry loaded, compiled", async () => {
    const production = { ...env, NODE_ENV: "production" }
    await bothOf(
      useWithMedusa(here, ended),
      run("npx medusa build", { cwd: store, env: production }, ended)
    )
  })
  const running = await steps.run("medusa start", async () => {
    // What it needs of node_modules is found above it.
    const built = { cwd: join(store, ".medusa/server"), env }
    const started = await startStore(built, url, ended)
    cleanup.add("The store", started.stop)
    return started
  })
  await sell(
    {
      here,
      url,
      storefrontUrl: storefront.url,
      sandbox: sandbox.facts,
      running,
    },
    steps,
    ended
  )
}

/** Waits for both, also when one has failed: whatever runs on would miss its folder. @returns what the first one does */
async function bothOf<T>(
  first: Promise<T>,
  second: Promise<unknown>
): Promise<T> {
  await Promise.allSettled([first, second])
  await second
  return await first
}

/** What the README's config reads, and what Medusa does. */
function storeEnvironment(
  databaseUrl: string,
  url: string,
  storefrontUrl: string
): Record<string, string> {
  return {
    // Serves the built admin, and lets a browser sign in without https.
    NODE_ENV: "test",
    HOST: "127.0.0.1",
    PORT: new URL(url).port,
    DATABASE_URL: databaseUrl,
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: url,
    AUTH_CORS: `${url},${storefrontUrl}`,
    JWT_SECRET: randomBytes(32).toString("hex"),
    COOKIE_SECRET: randomBytes(32).toString("hex"),
    STABLECOIN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  }
}
