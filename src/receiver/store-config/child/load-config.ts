import { createRequire } from "node:module"
import { extname, join } from "node:path"
import { StoreConfigError } from "../store-config"
import { isRecord, type MedusaConfig } from "./config"
import { withDefaults } from "./defaults"
import { DefineConfig } from "./define-config"
import { loadDotenv } from "./dotenv"
import { MedusaUtils } from "./medusa-utils"
import { handleTypeScript } from "./typescript"

const load = createRequire(__filename)

export type LoadedConfig = {
  config: MedusaConfig
  /**
   * The config as Medusa gets it. Its properties may load Medusa's packages and
   * the store's modules.
   */
  exported: MedusaConfig
}

/**
 * Loads `medusa-config` like Medusa's command line and its `getConfigFile`, but
 * without Medusa's packages where the config only calls `defineConfig`.
 */
export function loadConfig(folder: string): LoadedConfig {
  handleTypeScript(folder)
  const file = configFile(folder)
  process.chdir(folder)
  loadDotenv(folder)
  // As `medusa start` does in a built store, and `medusa develop` in sources.
  process.env.NODE_ENV ||=
    extname(file) === ".js" ? "production" : "development"
  const defineConfig = new DefineConfig()
  new MedusaUtils(folder, defineConfig).install()
  const exported = exportedBy(load(file), defineConfig)
  const input = defineConfig.inputOf(exported)
  return {
    config: input ? withDefaults(input, process.env) : exported,
    exported,
  }
}

function configFile(folder: string): string {
  try {
    return load.resolve(join(folder, "medusa-config"))
  } catch {
    throw new StoreConfigError(
      `There is no medusa-config.ts or medusa-config.js in ${folder}. Run this in the store's folder, or in .medusa/server of a built store.`
    )
  }
}

/** The default export, however often it was wrapped, or else all exports. */
function exportedBy(
  exported: unknown,
  defineConfig: DefineConfig
): MedusaConfig {
  let config = exported
  // Looking into an object of defineConfig would load Medusa.
  while (
    isRecord(config) &&
    !defineConfig.inputOf(config) &&
    "default" in config &&
    config.default
  ) {
    config = config.default
  }
  return isRecord(config) ? config : {}
}
