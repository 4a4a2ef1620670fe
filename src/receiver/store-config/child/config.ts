/** `projectConfig` of Medusa's config, as far as it is read here. */
export type ProjectConfig = {
  databaseUrl?: unknown
  databaseSchema?: unknown
  databaseDriverOptions?: unknown
  http?: { storeCors?: unknown }
}

/** An entry of `modules`: in an array, or in an object under its key. */
export type ModuleEntry = {
  key?: unknown
  resolve?: unknown
  disable?: unknown
  options?: unknown
}

export type PluginEntry = string | { resolve?: unknown; options?: unknown }

/**
 * A config as `medusa-config` exports it, or as it was given to `defineConfig`,
 * which turns an array of modules into an object.
 */
export type MedusaConfig = {
  projectConfig?: ProjectConfig
  plugins?: PluginEntry[]
  modules?: ModuleEntry[] | Record<string, unknown>
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null
