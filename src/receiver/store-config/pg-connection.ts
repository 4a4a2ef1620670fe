import type { StoreConfig } from "./store-config"

/** The options of a client of `pg`, and the schema for its `search_path`. */
export type PgConnection = {
  client: {
    connectionString: string
    ssl: unknown
    connectionTimeoutMillis: number
    keepAlive: boolean
    keepAliveInitialDelayMillis: number
    idle_in_transaction_session_timeout?: number
  }
  schema: string
}

type DriverOptions = {
  ssl?: unknown
  connectionTimeoutMillis?: number
  keepAlive?: boolean
  keepAliveInitialDelayMillis?: number
}

/** Medusa's parameter, which `pg` would send to the server. */
const SSL_MODE = /(\?|&)ssl_mode=[^&]*(&|$)/gi

/**
 * Connects to the store's database as Medusa does: see its
 * `pg-connection-loader.js` and `create-pg-connection.js`. A password or an
 * expiry that a function returns is missing, and is listed in `omitted`.
 */
export function pgConnectionOf(config: StoreConfig): PgConnection {
  const driver = (config.databaseDriverOptions ?? {}) as DriverOptions & {
    connection?: DriverOptions
    idle_in_transaction_session_timeout?: number
  }
  const { connection = {} } = driver
  return {
    client: {
      connectionString: withoutSslMode(config.databaseUrl),
      ssl: driver.ssl ?? connection.ssl ?? false,
      connectionTimeoutMillis:
        driver.connectionTimeoutMillis ??
        connection.connectionTimeoutMillis ??
        5_000,
      keepAlive: driver.keepAlive ?? connection.keepAlive ?? true,
      keepAliveInitialDelayMillis:
        driver.keepAliveInitialDelayMillis ??
        connection.keepAliveInitialDelayMillis ??
        10_000,
      idle_in_transaction_session_timeout:
        driver.idle_in_transaction_session_timeout ?? undefined,
    },
    schema: config.databaseSchema || "public",
  }
}

const withoutSslMode = (url: string): string =>
  url.replace(SSL_MODE, (_match, before: string, after: string) =>
    before === "?" ? (after ? "?" : "") : after
  )
