import { randomBytes } from "node:crypto"
import { CHAINS } from "../../../src/gateway"
import type { Sandbox } from "../../../packages/sandbox/src"

export type StoreEnvironmentInput = {
  databaseUrl: string
  port: number
  /** Origins that may call the store. */
  storefronts: readonly string[]
  sandbox: Sandbox
  admin: boolean
  /** The folder for settings of other tools. */
  folder: string
}

/** Everything that medusa-config.ts reads. No setting needs the network. */
export function storeEnvironment({
  databaseUrl,
  port,
  storefronts,
  sandbox,
  admin,
  folder,
}: StoreEnvironmentInput): Record<string, string> {
  const url = `http://localhost:${port}`
  const { hosted, onchain } = sandbox.credentials
  return {
    // The admin is served from its sources only in development.
    NODE_ENV: "development",
    // Telemetry writes a file to the user's settings even when it is disabled.
    MEDUSA_DISABLE_TELEMETRY: "true",
    XDG_CONFIG_HOME: folder,
    DISABLE_ADMIN: String(!admin),
    HMR_BIND_HOST: "127.0.0.1",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    REDIS_URL: "",
    STORE_CORS: storefronts.join(),
    ADMIN_CORS: url,
    AUTH_CORS: [url, ...storefronts].join(),
    JWT_SECRET: randomBytes(32).toString("hex"),
    COOKIE_SECRET: randomBytes(32).toString("hex"),
    STABLECOIN_BACKEND_URL: url,
    STABLECOIN_ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
    STABLECOIN_HOSTED_BASE_URL: sandbox.urls.merchant,
    STABLECOIN_HOSTED_CLIENT_ID: hosted.clientId,
    STABLECOIN_HOSTED_CLIENT_SECRET: hosted.clientSecret,
    STABLECOIN_ONCHAIN_BASE_URL: sandbox.urls.business,
    STABLECOIN_ONCHAIN_CLIENT_ID: onchain.clientId,
    STABLECOIN_ONCHAIN_CLIENT_SECRET: onchain.clientSecret,
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: onchain.webhookSecret,
  }
}

/**
 * Lets the store read the sandbox's networks.
 *
 * @param nodes paths of each network's nodes, in the order of their use
 */
export function chainEnvironment(
  { urls }: Sandbox,
  nodes: readonly string[] = [""]
): Record<string, string> {
  return Object.fromEntries(
    CHAINS.map((chain) => [
      `STABLECOIN_RPC_URLS_${chain}`,
      nodes.map((node) => `${urls.rpc}/${chain}${node}`).join(),
    ])
  )
}
