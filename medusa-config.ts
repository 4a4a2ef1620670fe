import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV ?? "development", process.cwd())

const env = process.env
const list = (value: string | undefined): string[] =>
  (value ?? "").split(",").filter((entry) => entry !== "")

const chains = ["POLYGON", "ETH", "BASE", "ARBITRUM", "BSC", "AVALANCHE"]

/** Prices of the sandbox, with which the store sells in euros too. */
const pricing = {
  currencies: { usd: ["USDT", "USDC"], eur: ["USDC", "USDT"] },
  pricing: {
    sources: [
      {
        type: "http",
        name: "sandbox",
        url: `${env.STABLECOIN_RATES_URL}/{currency}`,
        pointer: "/rate",
        coins: true,
      },
      ...(env.STABLECOIN_ECB_URL
        ? [{ type: "ecb", url: env.STABLECOIN_ECB_URL }]
        : []),
    ],
  },
}

/** The plugin's options, as a store writes them. */
const options = {
  ...(env.STABLECOIN_RATES_URL ? pricing : {}),
  backendUrl: env.STABLECOIN_BACKEND_URL ?? "http://localhost:9000",
  encryptionKeys: list(env.STABLECOIN_ENCRYPTION_KEYS),
  checkoutFlow: env.STABLECOIN_CHECKOUT_FLOW,
  capture: env.STABLECOIN_CAPTURE,
  hosted: {
    baseUrl: env.STABLECOIN_HOSTED_BASE_URL,
    clientId: env.STABLECOIN_HOSTED_CLIENT_ID,
    clientSecret: env.STABLECOIN_HOSTED_CLIENT_SECRET,
  },
  onchain: {
    baseUrl: env.STABLECOIN_ONCHAIN_BASE_URL,
    clientId: env.STABLECOIN_ONCHAIN_CLIENT_ID,
    clientSecret: env.STABLECOIN_ONCHAIN_CLIENT_SECRET,
    webhookSecrets: list(env.STABLECOIN_ONCHAIN_WEBHOOK_SECRETS),
  },
  blockchain: {
    proof: env.STABLECOIN_PROOF || undefined,
    rpcUrls: Object.fromEntries(
      chains.map((chain) => [chain, list(env[`STABLECOIN_RPC_URLS_${chain}`])])
    ),
  },
}

/**
 * Modules that a store of several processes shares. docs/scaling.md explains
 * why each is needed.
 */
const redisModules = (redisUrl: string) => [
  {
    resolve: "@medusajs/medusa/event-bus-redis",
    options: { redisUrl },
  },
  {
    resolve: "@medusajs/medusa/workflow-engine-redis",
    options: { redis: { redisUrl } },
  },
  {
    resolve: "@medusajs/medusa/locking",
    options: {
      providers: [
        {
          resolve: "@medusajs/medusa/locking-redis",
          id: "locking-redis",
          is_default: true,
          options: { redisUrl },
        },
      ],
    },
  },
  {
    resolve: "@medusajs/medusa/caching",
    options: {
      providers: [
        {
          resolve: "@medusajs/medusa/caching-redis",
          id: "caching-redis",
          is_default: true,
          options: { redisUrl },
        },
      ],
    },
  },
]

/**
 * The store of this repository, for demo and tests. Your own store lists the
 * plugin by its name (see README). Here, the module and the provider are those
 * in src.
 */
export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
    http: {
      storeCors: env.STORE_CORS ?? "http://localhost:8000",
      adminCors: env.ADMIN_CORS ?? "http://localhost:9000",
      authCors: env.AUTH_CORS ?? "http://localhost:9000",
      jwtSecret: env.JWT_SECRET ?? "supersecret",
      cookieSecret: env.COOKIE_SECRET ?? "supersecret",
    },
  },
  ...(env.REDIS_URL ? { featureFlags: { caching: true } } : {}),
  admin: {
    disable: env.DISABLE_ADMIN === "true",
    // Where "Copy payment link" leads.
    storefrontUrl: env.STORE_CORS?.split(",")[0],
  },
  modules: [
    // Medusa reads its feature flags after this file, so a flag's module is
    // listed by hand.
    ...(env.MEDUSA_FF_RBAC === "true"
      ? [{ resolve: "@medusajs/medusa/rbac" }]
      : []),
    ...(env.REDIS_URL ? redisModules(env.REDIS_URL) : []),
    { resolve: "./src/modules/stablecoin", options },
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["stablecoin"],
      options: {
        providers: [{ resolve: "./src/providers/stablecoin", id: "default" }],
      },
    },
  ],
})
