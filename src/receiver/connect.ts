import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import knex from "knex"
import { pgConnectionOf, type StoreConfig } from "./store-config"

const CONNECTIONS = 4
/** Webhooks are spooled meanwhile, so there is no reason to wait longer. */
const CONNECTED_WITHIN_MS = 2_000

/** Connects to the store's database. The first query opens a connection. */
export function connect(config: StoreConfig): Knex {
  const { client, schema } = pgConnectionOf(config)
  return knex({
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
    pool: { min: 0, max: CONNECTIONS },
    acquireConnectionTimeout: CONNECTED_WITHIN_MS,
  } as Knex.Config)
}
