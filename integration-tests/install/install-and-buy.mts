import { mkdir } from "node:fs/promises"
import { join, relative } from "node:path"
import type { Cleanup } from "../../tools/harness/command/cleanup.ts"
import { createDatabase } from "../../tools/harness/postgres/database.ts"
import { ADMIN } from "../../tools/harness/shop/names.ts"
import { freePort } from "../../tools/harness/free-port.ts"
import { startPostgres } from "../../tools/harness/postgres/postgres.mts"
import { pack, ROOT } from "../../tools/scripts/pack.mts"
import { enterGateway, withChromium } from "./admin-in-browser.mts"
import { develop } from "./develop.mts"
import { run } from "./command.mts"
import { addToStorefront, useInStore, useInStorefront } from "./use-entries.mts"
import type { PackageManager } from "./package-manager.mts"
import { writeProjects } from "./projects.mts"
import { installCommands, sandboxCommands } from "./readme-install.mts"
import { startSandbox, startStore } from "./running-store.mts"
import { sell } from "./sell.mts"
import { startStorefrontPage } from "./storefront-page.mts"
import { readEnvironment, writeEnvironment } from "./store-environment.mts"
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
      await run("npm run build", { cwd: ROOT, env }, ended)
    })
  }
  const projects = await writeProjects(
    join(folder, "shop"),
    manager.name,
    medusa
  )
  const here = { cwd: projects.store, env }
  const storefront = { cwd: projects.storefront, env }
  console.log(`  Medusa ${medusa}, ${manager.name}`)
  const [, packages] = await steps.concurrently(
    async () => {
      await steps.concurrently(
        ...projects.roots.map((cwd) => async () => {
          const name = relative(folder, cwd)
          await steps.run(
            `Medusa's ${name}: ${manager.name} install`,
            async () => {
              await run(manager.install, { cwd, env }, ended)
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
    await run(manager.add(`"${packages.plugin}"`), here, ended)
  })
  await steps.run("README: the storefront's package, alone", async () => {
    await addToStorefront(manager, projects, packages.storefront, env, ended)
  })
  const sandboxOf = sandboxCommands()
  await steps.run(`docs/install.md: ${sandboxOf.install}`, async () => {
    await run(manager.add(`--save-dev "${packages.sandbox}"`), here, ended)
  })
  await steps.run(`README: ${commands.key}`, async () => {
    await run(commands.key, here, ended)
  })
  const variables = await readEnvironment(here.cwd)
  const [, sandbox] = await steps.concurrently(
    async () => {
      await steps.run("medusa build", async () => {
        const production = { ...env, NODE_ENV: "production" }
        await run("npx medusa build", { ...here, env: production }, ended)
      })
    },
    async () => {
      await steps.run(`README: ${commands.migrate}`, async () => {
        await run(commands.migrate, here, ended)
      })
      await steps.run("medusa user", async () => {
        const { email, password } = ADMIN
        const who = `--email ${email} --password ${password}`
        await run(`npx medusa user ${who}`, here, ended)
      })
      await steps.run(`${manager.name} accepts the lock`, async () => {
        await manager.verifyLock(here, ended)
      })
      await steps.run("The storefront's entries in use", async () => {
        await useInStorefront(storefront, ended)
      })
      return await steps.run(
        `docs/install.md: ${sandboxOf.start}`,
        async () => {
          const started = await startSandbox(sandboxOf.start, here, ended)
          cleanup.add("The sandbox", started.stop)
          return started.facts
        }
      )
    }
  )
  await steps.run(`README: ${commands.develop}`, async () => {
    await develop(commands.develop, here, url, ended)
  })
  await steps.concurrently(
    async () => {
      await steps.run("The store's entries loaded, compiled", async () => {
        await useInStore(here, ended)
      })
    },
    async () => {
      // It resolves its dependencies from the node_modules above it.
      const cwd = join(here.cwd, ".medusa/server")
      const builtEnv = {
        ...env,
        ...variables,
        // Serves the built admin, and lets a browser sign in without https.
        NODE_ENV: "test",
      }
      await steps.run("A gateway entered in the admin", async () => {
        await withChromium(async (chromium) => {
          const store = { cwd, env: builtEnv }
          const started = await startStore(
            "npx medusa start",
            store,
            url,
            ended
          )
          try {
            await enterGateway(chromium, url)
          } finally {
            await started.stop()
          }
        })
      })
      const built = {
        cwd,
        env: { ...builtEnv, ...sandbox.env, STABLECOIN_BACKEND_URL: url },
      }
      const running = await steps.run("medusa start", async () => {
        const started = await startStore("npx medusa start", built, url, ended)
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
