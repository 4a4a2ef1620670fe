import type { Socket } from "node:net"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import knex from "knex"
import type { Logger } from "./logger"
import { pgConnectionOf, type StoreConfig } from "./store-config"

const CONNECTIONS = 4
/** Webhooks are spooled meanwhile, so there is no reason to wait longer. */
const CONNECTED_WITHIN_MS = 2_000

/**
 * Longer than a statement may take. When a network drops a connection without
 * closing it, the system itself gives it up after 15 minutes.
 */
const SILENT_WITHIN_MS = 12_000

/** Connects to the store's database. The first query opens a connection. */
export function connect(
  config: StoreConfig,
  logger: Pick<Logger, "warn">
): Knex {
  const { client, schema } = pgConnectionOf(config)
  const db = knex({
    client: "pg",
    connection: {
      ...client,
      connectionTimeoutMillis: Math.min(
        client.connectionTimeoutMillis || CONNECTED_WITHIN_MS,
        CONNECTED_WITHIN_MS
      ),
      application_name: "medusa-payment-stablecoin receive",
    },
    searchPath: schema,
    pool: { min: 0, max: CONNECTIONS, afterCreate: endWhenSilent },
    acquireConnectionTimeout: CONNECTED_WITHIN_MS,
    // The values of a statement are webhooks.
    compileSqlOnError: false,
    // Knex writes to the console otherwise. Its errors are those of queries too,
    // which are logged where they are handled.
    log: {
      warn: (message: unknown) => logger.warn(`Database: ${String(message)}`),
      error: () => {},
      deprecate: () => {},
      debug: () => {},
    },
  } as Knex.Config)
  db.on("query-error", leaveOutStatement)
  return db
}

/** Knex puts the whole statement in front of the driver's message. */
function leaveOutStatement(error: Error, { sql }: { sql: string }): void {
  const prefix = `${sql} - `
  if (error.message.startsWith(prefix)) {
    error.message = error.message.slice(prefix.length)
  }
}

/** Closes a connection on which nothing arrives, so that its statements fail. */
function endWhenSilent(
  client: { connection: { stream: Socket } },
  done: (error: Error | null, client: unknown) => void
): void {
  const { stream } = client.connection
  stream.setTimeout(SILENT_WITHIN_MS, () => stream.destroy())
  done(null, client)
}
