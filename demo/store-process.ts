/**
 * A store in a process of its own: this repository's medusa-config.ts, migrated,
 * started as `medusa start` does, and seeded. Its parent hears of each step, and
 * it ends with its parent.
 */
import { container } from "@medusajs/framework"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { migrate } from "@medusajs/medusa/commands/db/migrate"
import start from "@medusajs/medusa/commands/start"
import { initializeContainer } from "@medusajs/medusa/loaders/index"
import { seedAdmin } from "./seed-admin"
import { seedStore, type SeededStore } from "./seed-store"

/** What the parent hears. */
export type StoreMessage =
  | { reached: "migrated" | "started" }
  | { reached: "seeded"; store: SeededStore }

process.on("disconnect", () => process.exit())

void run().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

async function run(): Promise<void> {
  const directory = process.cwd()
  await migrateStore(directory)
  tell({ reached: "migrated" })
  await start({
    directory,
    host: process.env.HOST,
    port: Number(process.env.PORT),
    types: false,
  })
  tell({ reached: "started" })
  const store = await seedStore(container)
  await seedAdmin(container)
  tell({ reached: "seeded", store })
}

async function migrateStore(directory: string): Promise<void> {
  const migrating = await initializeContainer(directory)
  const done = await migrate({
    directory,
    container: migrating,
    logger: migrating.resolve(ContainerRegistrationKeys.LOGGER),
    skipLinks: false,
    executeAllLinks: true,
    executeSafeLinks: false,
    skipSearch: true,
    executeAllSearch: false,
    executeSafeSearch: false,
    // They carry data of older versions over, and here is none.
    skipScripts: true,
  })
  if (!done) {
    throw new Error("The database could not be migrated.")
  }
  MedusaModule.clearInstances()
}

function tell(message: StoreMessage): void {
  process.send?.(message)
}
