import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV ?? "development", process.cwd())

const env = process.env
const list = (value: string | undefined): string[] =>
  (value ?? "").split(",").filter((entry) => entry !== "")

/** What a store writes as the plugin's options. */
const options = {
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
}

/** What a store of several processes shares: docs/scaling.md says why each is needed. */
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
 * The store of this repository: demo and tests run it. A store of
 * yours lists the plugin by its name (see README); here the module and the
 * provider are the ones in src.
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
  admin: { disable: env.DISABLE_ADMIN === "true" },
  modules: [
    // Medusa reads its flags after this file: a module of a flag is listed by hand.
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
