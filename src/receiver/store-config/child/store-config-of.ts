import { type StoreConfig, StoreConfigError } from "../store-config"
import { loadConfig } from "./load-config"
import { clonable } from "./clonable"
import { optionsOf } from "./plugin-options"

/** Evaluates the config of the store in a folder. */
export function storeConfigOf(folder: string): StoreConfig {
  const loaded = loadConfig(folder)
  const { projectConfig = {} } = loaded.config
  const { databaseUrl, databaseSchema, databaseDriverOptions } = projectConfig
  if (typeof databaseUrl !== "string" || databaseUrl === "") {
    throw new StoreConfigError(
      `medusa-config in ${folder} names no database: projectConfig.databaseUrl is empty. Set DATABASE_URL in the environment or in .env.`
    )
  }
  if (!/^(postgres(ql)?:\/\/|socket:|\/)/i.test(databaseUrl)) {
    throw new StoreConfigError(
      `medusa-config in ${folder} names no PostgreSQL: projectConfig.databaseUrl does not begin with postgres://. Correct DATABASE_URL in the environment or in .env.`
    )
  }
  const { storeCors } = projectConfig.http ?? {}
  const { copy, omitted } = clonable({
    options: optionsOf(loaded, folder),
    databaseDriverOptions,
  })
  return {
    ...copy,
    storeCors: typeof storeCors === "string" ? storeCors : "",
    databaseUrl,
    ...(typeof databaseSchema === "string" ? { databaseSchema } : {}),
    omitted,
  }
}
