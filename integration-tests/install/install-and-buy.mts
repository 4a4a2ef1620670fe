import { randomBytes } from "node:crypto"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { Cleanup } from "../../harness/command/cleanup.ts"
import { createDatabase } from "../../harness/postgres/database.ts"
import { ADMIN } from "../../harness/shop/names.ts"
import { freePort } from "../../harness/free-port.ts"
import { startPostgres } from "../../harness/postgres/postgres.mts"
import { pack, ROOT } from "../../scripts/pack.mts"
import { failsWith, NPM_INSTALL, run } from "./command.mts"
import { writeStore } from "./fresh-store.mts"
import {
  installInStorefront,
  useWithMedusa,
  useWithoutMedusa,
} from "./other-project.mts"
import { installCommands, sandboxCommands } from "./readme-install.mts"
import { startSandbox, startStore } from "./running-store.mts"
import { sell } from "./sell.mts"
import { startStorefrontPage } from "./storefront-page.mts"
import type { Timetable } from "./timetable.mts"

/** The README's commands that are replaced: the tarball is in another folder. */
const PACK = "npm ci && npm run build && npm pack"
const INSTALL =
  "npm install ../medusa-payment-stablecoin/medusa-payment-stablecoin-0.1.0.tgz"

/** Replaced by building and starting the store as in production. */
const DEVELOP = "npx medusa develop"

/**
 * Runs the whole test. Independent steps run concurrently.
 *
 * @throws StepError that names the step
 */
export async function installAndBuy({
  steps,
  cleanup,
  build,
}: {
  steps: Timetable
  cleanup: Cleanup
  build: boolean
}): Promise<void> {
  const ended = steps.signal
  const folder = await cleanup.folder("install")
  const temporary = join(folder, "tmp")
  await mkdir(temporary)
  const env: Record<string, string> = {
    TMPDIR: temporary,
    // Telemetry writes to the user's settings even when it is disabled.
    MEDUSA_DISABLE_TELEMETRY: "true",
    XDG_CONFIG_HOME: temporary,
  }
  const here = { cwd: join(folder, "store"), env }
  const storefront = { cwd: join(folder, "storefront"), env: { ...env } }
  const migrate = migration()
  const url = `http://localhost:${await freePort()}`
  const page = await startStorefrontPage()
  cleanup.add("The storefront", page.close)

  if (build) {
    await steps.run("Build", async () => {
      await run("npm run build", { cwd: ROOT, env }, ended)
    })
  }
  const [, tarball] = await steps.concurrently(
    async () =>
      await steps.run("A Medusa store: npm install", async () => {
        await mkdir(here.cwd)
        await writeStore(here.cwd)
        await run(NPM_INSTALL, here, ended)
      }),
    async () => {
      const { tarball } = await steps.run(
        "Package",
        async () => await pack(folder)
      )
      const added = await steps.run(
        "A storefront: npm install",
        async () =>
          await installInStorefront(storefront.cwd, tarball, env, ended)
      )
      console.log(`    it gets ${added} packages, none of Medusa's`)
      await steps.run("Its entries loaded, compiled, rendered", async () => {
        await useWithoutMedusa(storefront, ended)
      })
      await steps.run("PostgreSQL", async () => {
        const postgres = await startPostgres({ durable: false })
        cleanup.add("PostgreSQL", postgres.stop)
        const database = await createDatabase(postgres.serverUrl)
        cleanup.add(`Database ${database.name}`, database.drop)
        Object.assign(env, storeEnvironment(database.url, url, page.url))
      })
      return tarball
    }
  )
  await steps.run(`README: ${INSTALL}`, async () => {
    await run(`${NPM_INSTALL} "${tarball}"`, here, ended)
  })
  const sandboxOf = sandboxCommands()
  await steps.run("The sandbox names its missing packages", async () => {
    await failsWith(sandboxOf.install, sandboxOf.start, here, ended)
  })
  await steps.run("README: the sandbox's packages", async () => {
    const [, packages = ""] = sandboxOf.install.split("npm install")
    await run(`${NPM_INSTALL}${packages}`, here, ended)
  })
  const [, sandbox] = await steps.concurrently(
    async () => {
      await steps.run("medusa build", async () => {
        const production = { ...env, NODE_ENV: "production" }
        await run("npx medusa build", { ...here, env: production }, ended)
      })
    },
    async () => {
      await steps.run(`README: ${migrate}`, async () => {
        await run(migrate, here, ended)
      })
      await steps.run("medusa user", async () => {
        const { email, password } = ADMIN
        const who = `--email ${email} --password ${password}`
        await run(`npx medusa user ${who}`, here, ended)
      })
      await steps.run("npm ci accepts the lock", async () => {
        await run("npm ci --dry-run --no-audit", here, ended)
      })
      return await steps.run("Sandbox of the package", async () => {
        const started = await startSandbox(here, ended)
        cleanup.add("The sandbox", started.stop)
        return started.facts
      })
    }
  )
  // The config reads only the addresses: the rest is entered in the admin.
  env.STABLECOIN_HOSTED_BASE_URL = sandbox.urls.merchant
  env.STABLECOIN_ONCHAIN_BASE_URL = sandbox.urls.business
  await steps.concurrently(
    async () => {
      await steps.run("The store's entries loaded, compiled", async () => {
        await useWithMedusa(here, ended)
      })
    },
    async () => {
      const running = await steps.run("medusa start", async () => {
        // It resolves its dependencies from the node_modules above it.
        const built = { cwd: join(here.cwd, ".medusa/server"), env }
        const started = await startStore(built, url, ended)
        cleanup.add("The store", started.stop)
        return started
      })
      await sell(
        { here, url, storefront, storefrontUrl: page.url, sandbox, running },
        steps
      )
    }
  )
}

/** The command that the README runs after the installation. */
function migration(): string {
  const [pack, install, migrate, develop, ...more] = installCommands()
  if (
    pack !== PACK ||
    install !== INSTALL ||
    !migrate ||
    develop !== DEVELOP ||
    more.length > 0
  ) {
    throw new Error(
      `The README has other install commands: ${installCommands().join("; ")}`
    )
  }
  return migrate
}

/** The variables that the README's config and Medusa read. */
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
