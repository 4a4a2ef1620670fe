import { STABLECOIN_MODULE } from "../../../modules/stablecoin/module-key"
import { StoreConfigError } from "../store-config"
import { isRecord, type MedusaConfig, type ModuleEntry } from "./config"
import type { LoadedConfig } from "./load-config"
import { isStablecoinModule, isStablecoinPlugin } from "./resolve"

/**
 * The options that Medusa passes to the plugin's module. An entry in `modules`
 * wins over one in `plugins`, and the last of several wins.
 *
 * @throws StoreConfigError where Medusa would not load the module
 */
export function optionsOf(
  { config, exported }: LoadedConfig,
  folder: string
): unknown {
  const entry =
    entryIn(config.modules, folder) ??
    pluginIn(config.plugins, folder) ??
    // An entry whose code has to be loaded to see that it is the module.
    entryIn(exported.modules, folder)
  if (!entry) {
    throw new StoreConfigError(
      `medusa-config in ${folder} does not list the plugin. Add { resolve: "medusa-payment-stablecoin", options: { … } } to its plugins.`
    )
  }
  if (entry.disable) {
    throw new StoreConfigError(
      `medusa-config in ${folder} disables the module "${STABLECOIN_MODULE}". Remove "disable" from its entry in modules.`
    )
  }
  return entry.options ?? {}
}

function entryIn(
  modules: MedusaConfig["modules"],
  folder: string
): ModuleEntry | undefined {
  if (Array.isArray(modules)) {
    return modules.findLast(({ key, resolve }) =>
      key ? key === STABLECOIN_MODULE : isStablecoinModule(resolve, folder)
    )
  }
  if (!modules || !(STABLECOIN_MODULE in modules)) {
    return undefined
  }
  const entry = modules[STABLECOIN_MODULE]
  return isRecord(entry) ? entry : { disable: !entry }
}

function pluginIn(
  plugins: MedusaConfig["plugins"],
  folder: string
): ModuleEntry | undefined {
  const plugin = plugins?.findLast((each) =>
    isStablecoinPlugin(typeof each === "string" ? each : each.resolve, folder)
  )
  if (plugin === undefined) {
    return undefined
  }
  return typeof plugin === "string" ? {} : { options: plugin.options }
}
