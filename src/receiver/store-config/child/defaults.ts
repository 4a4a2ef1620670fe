import type { MedusaConfig } from "./config"

/** Those of `define-config.js` in @medusajs/utils. */
const DATABASE_URL = "postgres://localhost/medusa-starter-default"
const STORE_CORS = "http://localhost:8000"

/**
 * Adds the defaults of Medusa's `defineConfig`. A key that the store sets to
 * `undefined` stays undefined, like there.
 */
export function withDefaults(
  { projectConfig, plugins, modules }: MedusaConfig,
  env: NodeJS.ProcessEnv
): MedusaConfig {
  return {
    projectConfig: {
      databaseUrl: env.DATABASE_URL || DATABASE_URL,
      ...projectConfig,
      http: {
        storeCors: env.STORE_CORS || STORE_CORS,
        ...projectConfig?.http,
      },
    },
    plugins,
    modules,
  }
}
