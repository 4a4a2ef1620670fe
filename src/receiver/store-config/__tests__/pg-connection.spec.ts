import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { pgConnectionOf } from "../pg-connection"
import type { StoreConfig } from "../store-config"

const DATABASE_URL = "postgres://medusa:secret@localhost:5432/store"

const storeConfig = (config: Partial<StoreConfig>): StoreConfig => ({
  options: {},
  storeCors: "",
  databaseUrl: DATABASE_URL,
  omitted: [],
  ...config,
})

/** The settings of Medusa's own connection, which is never opened. */
function medusaConnection({ databaseDriverOptions, ...config }: StoreConfig) {
  const { client } = ModulesSdkUtils.createPgConnection({
    clientUrl: config.databaseUrl,
    schema: config.databaseSchema || "public",
    driverOptions: databaseDriverOptions as Record<string, unknown>,
  }) as unknown as { client: { config: Record<string, unknown> } }
  return {
    client: client.config.connection,
    schema: client.config.searchPath,
  }
}

describe("the connection to the store's database", () => {
  it.each<[string, Partial<StoreConfig>]>([
    ["defaults", {}],
    ["a schema", { databaseSchema: "shop" }],
    ["no options", { databaseDriverOptions: null }],
    [
      "TLS",
      { databaseDriverOptions: { ssl: { ca: Buffer.from("certificate") } } },
    ],
    [
      "options in connection",
      {
        databaseDriverOptions: {
          connection: {
            ssl: { rejectUnauthorized: false },
            connectionTimeoutMillis: 1_000,
            keepAlive: false,
            keepAliveInitialDelayMillis: 0,
          },
        },
      },
    ],
    [
      "both",
      {
        databaseDriverOptions: {
          ssl: false,
          connectionTimeoutMillis: 2_000,
          keepAlive: true,
          keepAliveInitialDelayMillis: 20,
          idle_in_transaction_session_timeout: 30,
          connection: { ssl: true, keepAlive: false },
        },
      },
    ],
  ])("is the one that Medusa makes: %s", (_name, overrides) => {
    const config = storeConfig(overrides)
    expect(pgConnectionOf(config)).toEqual(medusaConnection(config))
  })

  it.each([
    ["?ssl_mode=disable", ""],
    ["?ssl_mode=disable&a=1", "?a=1"],
    ["?a=1&ssl_mode=require", "?a=1"],
    ["?a=1&ssl_mode=require&b=2", "?a=1&b=2"],
    ["?sslmode=require", "?sslmode=require"],
  ])("removes ssl_mode, like Medusa: %s", (query, expected) => {
    const config = storeConfig({ databaseUrl: DATABASE_URL + query })
    expect(pgConnectionOf(config).client.connectionString).toBe(
      DATABASE_URL + expected
    )
  })
})
