import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { migrate } from "@medusajs/medusa/commands/db/migrate"
import { initializeContainer } from "@medusajs/medusa/loaders/index"

/** Makes the tables of this repository's store, as `medusa db:migrate` does. */
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
    // They carry data of older versions over, and here is none.
    skipScripts: true,
  })
  if (!done) {
    throw new Error("The database could not be migrated.")
  }
  MedusaModule.clearInstances()
}
