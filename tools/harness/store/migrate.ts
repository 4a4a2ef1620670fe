import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { migrate } from "@medusajs/medusa/commands/db/migrate"
import { initializeContainer } from "@medusajs/medusa/loaders/index"

/**
 * Creates the tables of this repository's store, as `medusa db:migrate` does.
 */
export async function migrateStore(directory: string): Promise<void> {
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
    // The scripts migrate older data, and a new store has none.
    skipScripts: true,
  })
  if (!done) {
    throw new Error("The database could not be migrated.")
  }
  MedusaModule.clearInstances()
}
