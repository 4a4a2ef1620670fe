const { defineConfig } = require("@medusajs/framework/utils")

const env = process.env
const PLUGIN = "medusa-payment-stablecoin"

const chains = ["POLYGON", "ETH", "BASE", "ARBITRUM", "BSC", "AVALANCHE"]

/** Prices of the sandbox, with which the store sells in euros too. */
const url = `${env.STABLECOIN_RATES_URL}/{currency}`
const pricing = {
  currencies: { usd: ["USDT", "USDC"], eur: ["USDT", "USDC"] },
  pricing: { sources: [{ type: "http", name: "s", url, pointer: "/rate" }] },
}

/** The plugin's options, as a merchant writes them. */
const options = {
  ...(env.STABLECOIN_RATES_URL ? pricing : {}),
  backendUrl: env.STABLECOIN_BACKEND_URL,
  encryptionKeys: [env.STABLECOIN_ENCRYPTION_KEYS],
  hosted: {
    baseUrl: env.STABLECOIN_HOSTED_BASE_URL,
    clientId: env.STABLECOIN_HOSTED_CLIENT_ID,
    clientSecret: env.STABLECOIN_HOSTED_CLIENT_SECRET,
  },
  onchain: {
    baseUrl: env.STABLECOIN_ONCHAIN_BASE_URL,
    clientId: env.STABLECOIN_ONCHAIN_CLIENT_ID,
    clientSecret: env.STABLECOIN_ONCHAIN_CLIENT_SECRET,
    webhookSecrets: [env.STABLECOIN_ONCHAIN_WEBHOOK_SECRETS],
  },
  blockchain: {
    proof: env.STABLECOIN_PROOF || undefined,
    rpcUrls: Object.fromEntries(
      chains.map((chain) => [chain, env[`STABLECOIN_RPC_URLS_${chain}`]])
    ),
  },
}

const plugin = {
  plugins: [{ resolve: PLUGIN, options }],
  dependencies: ["stablecoin"],
  providers: [{ resolve: `${PLUGIN}/providers/stablecoin`, id: "default" }],
}
const nothing = { plugins: [], dependencies: [], providers: [] }
const { plugins, dependencies, providers } =
  env.BENCH_WITHOUT_PLUGIN === "true" ? nothing : plugin

/**
 * A merchant's store with the built package and, for comparisons, a provider
 * that does nothing.
 */
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    databaseSchema: env.DATABASE_SCHEMA,
    http: {
      storeCors: env.STORE_CORS,
      adminCors: env.ADMIN_CORS,
      authCors: env.AUTH_CORS,
      jwtSecret: env.JWT_SECRET,
      cookieSecret: env.COOKIE_SECRET,
    },
  },
  admin: { disable: true },
  plugins,
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies,
      options: {
        providers: [
          ...providers,
          ...(env.BENCH_STUB_PROVIDER
            ? [{ resolve: env.BENCH_STUB_PROVIDER, id: "bench" }]
            : []),
        ],
      },
    },
  ],
})
