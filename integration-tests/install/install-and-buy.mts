import { mkdir } from "node:fs/promises"
import { join, relative } from "node:path"
import type { Cleanup } from "../../tools/harness/command/cleanup.ts"
import { createDatabase } from "../../tools/harness/postgres/database.ts"
import { ADMIN } from "../../tools/harness/shop/names.ts"
import { freePort } from "../../tools/harness/free-port.ts"
import { startPostgres } from "../../tools/harness/postgres/postgres.mts"
import { pack, ROOT } from "../../tools/scripts/pack.mts"
import { enterGateway, withChromium } from "./admin-in-browser.mts"
import { Shell } from "./shell.mts"
import { addToStorefront, useInStore, useInStorefront } from "./use-entries.mts"
import type { PackageManager } from "./package-manager.mts"
import { writeProjects } from "./projects.mts"
import { installCommands, sandboxCommands } from "./readme-install.mts"
import { develop, startSandbox, startStore } from "./running-store.mts"
import { sell } from "./sell.mts"
import { startStorefrontPage } from "./storefront-page.mts"
import { readEnvironment, writeEnvironment } from "./fresh-store.mts"
import type { Timetable } from "./timetable.mts"

/**
 * Runs the whole test. Independent steps run concurrently.
 *
 * @param medusa version of Medusa that the store has
 * @throws StepError that names the step
 */
export async function installAndBuy({
  steps,
  cleanup,
  build,
  medusa,
  manager,
}: {
  steps: Timetable
  cleanup: Cleanup
  build: boolean
  medusa: string
  manager: PackageManager
}): Promise<void> {
  const ended = steps.signal
  const folder = await cleanup.folder("install")
  const temporary = join(folder, "tmp")
  await mkdir(temporary)
  const url = `http://localhost:${await freePort()}`
  const env: Record<string, string> = {
    TMPDIR: temporary,
    HOST: "127.0.0.1",
    PORT: new URL(url).port,
    // Telemetry writes to the user's settings even when it is disabled.
    MEDUSA_DISABLE_TELEMETRY: "true",
    XDG_CONFIG_HOME: temporary,
  }
  const commands = installCommands()
  const page = await startStorefrontPage()
  cleanup.add("The storefront", page.close)

  if (build) {
    await steps.run("Build", async () => {
      await new Shell(ROOT, env, ended).run("npm run build")
    })
  }
  const projects = await writeProjects(
    join(folder, "shop"),
    manager.name,
    medusa
  )
  const here = new Shell(projects.store, env, ended)
  const storefront = new Shell(projects.storefront, env, ended)
  console.log(`  Medusa ${medusa}, ${manager.name}`)
  const [, packages] = await steps.concurrently(
    async () => {
      await steps.concurrently(
        ...projects.roots.map((cwd) => async () => {
          const name = relative(folder, cwd)
          await steps.run(
            `Medusa's ${name}: ${manager.name} install`,
            async () => {
              await new Shell(cwd, env, ended).run(manager.install)
            }
          )
        })
      )
    },
    async () => {
      const packages = await steps.run("Package", async () => ({
        plugin: (await pack(folder, "plugin")).tarball,
        storefront: (await pack(folder, "storefront")).tarball,
        sandbox: (await pack(folder, "sandbox")).tarball,
      }))
      await steps.run("PostgreSQL", async () => {
        const postgres = await startPostgres({ durable: false })
        cleanup.add("PostgreSQL", postgres.stop)
        const database = await createDatabase(postgres.serverUrl)
        cleanup.add(`Database ${database.name}`, database.drop)
        await writeEnvironment(here.cwd, database.url, url, page.url)
      })
      return packages
    }
  )
  await steps.run(`README: ${commands.install}`, async () => {
    await here.run(manager.add(`"${packages.plugin}"`))
  })
  await steps.run("README: the storefront's package, alone", async () => {
    await addToStorefront(manager, projects, packages.storefront, storefront)
  })
  const sandboxOf = sandboxCommands()
  await steps.run(`docs/sandbox.md: ${sandboxOf.install}`, async () => {
    await here.run(manager.add(`--save-dev "${packages.sandbox}"`))
  })
  await steps.run(`README: ${commands.key}`, async () => {
    await here.run(commands.key)
  })
  const variables = await readEnvironment(here.cwd)
  const [, sandbox] = await steps.concurrently(
    async () => {
      await steps.run("medusa build", async () => {
        const production = here.with({ NODE_ENV: "production" })
        await production.run("npx medusa build")
      })
    },
    async () => {
      await steps.run(`README: ${commands.migrate}`, async () => {
        await here.run(commands.migrate)
      })
      await steps.run("medusa user", async () => {
        const { email, password } = ADMIN
        const who = `--email ${email} --password ${password}`
        await here.run(`npx medusa user ${who}`)
      })
      await steps.run(`${manager.name} accepts the lock`, async () => {
        await manager.verifyLock(here)
      })
      await steps.run("The storefront's entries in use", async () => {
        await useInStorefront(storefront)
      })
      return await steps.run(
        `docs/sandbox.md: ${sandboxOf.start}`,
        async () => {
          const started = await startSandbox(sandboxOf.start, here)
          cleanup.add("The sandbox", started.stop)
          return started.facts
        }
      )
    }
  )
  const store = here.with({ ECB_URL: `${sandbox.urls.rates}/ecb.xml` })
  await steps.run(`README: ${commands.develop}`, async () => {
    await develop(commands.develop, store, url)
  })
  await steps.concurrently(
    async () => {
      await steps.run("The store's entries loaded, compiled", async () => {
        await useInStore(here)
      })
    },
    async () => {
      const server = store.with(
        // Serves the built admin, and lets a browser sign in without https.
        { ...variables, NODE_ENV: "test" },
        // It resolves its dependencies from the node_modules above it.
        join(store.cwd, ".medusa/server")
      )
      await steps.run("A gateway entered in the admin", async () => {
        await withChromium(async (chromium) => {
          const started = await startStore("npx medusa start", server, url)
          try {
            await enterGateway(chromium, url)
          } finally {
            await started.stop()
          }
        })
      })
      const built = server.with({ ...sandbox.env, STABLECOIN_BACKEND_URL: url })
      const running = await steps.run("medusa start", async () => {
        const started = await startStore("npx medusa start", built, url)
        cleanup.add("The store", started.stop)
        return started
      })
      await sell(
        { built, url, storefront, storefrontUrl: page.url, sandbox, running },
        steps
      )
    }
  )
}
