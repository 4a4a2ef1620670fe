/** The configuration of a store, as far as the receiver needs it. */
export type StoreConfig = {
  /** The plugin's options, as Medusa passes them to its module. */
  options: unknown
  /** Origins of the storefronts, separated by commas. */
  storeCors: string
  databaseUrl: string
  databaseSchema?: string
  databaseDriverOptions?: unknown
  /**
   * Paths of values that can't leave the process that evaluated the config,
   * such as `databaseDriverOptions.dynamicPassword`: functions, for example.
   */
  omitted: string[]
}

/** The store's configuration can't be read. The message says what to do. */
export class StoreConfigError extends Error {
  override readonly name = "StoreConfigError"
}

/** Answer of the process that evaluates a config. */
export type ConfigAnswer = { config: StoreConfig } | { failure: string }
