import { createRequire } from "node:module"
import { join } from "node:path"
import { StoreConfigError } from "../store-config"

/**
 * Loads `.env` with the library and at the moment that Medusa's command line
 * does: before the config, whose `loadEnv` then overrides nothing of it.
 */
export function loadDotenv(folder: string): void {
  const { config } = createRequire(cliOf(folder))("dotenv") as {
    config: () => unknown
  }
  config()
}

/**
 * Path of Medusa's command line, whose packages read the config.
 *
 * @throws StoreConfigError where no Medusa is installed
 */
export function cliOf(folder: string): string {
  try {
    return createRequire(join(folder, "package.json")).resolve(
      "@medusajs/cli/cli.js"
    )
  } catch {
    throw new StoreConfigError(
      `medusa-config in ${folder} could not be read: @medusajs/cli is not installed there. Run npm install in the store's folder.`
    )
  }
}
