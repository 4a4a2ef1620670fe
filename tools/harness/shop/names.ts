/** The ids of both providers. */
export const PROVIDERS = {
  hosted: "pp_stablecoin-hosted_default",
  onchain: "pp_stablecoin-onchain_default",
} as const

/** The login for the demo's admin, which only this machine can reach. */
export const ADMIN = {
  email: "admin@example.com",
  password: "stablecoin-demo",
} as const

/** Names the buyer of an order that the merchant enters. */
export const MERCHANT_EMAIL = "by-hand@example.com"

/**
 * The countries of the demo's buyers: ISO 3166, in lower case as Medusa expects.
 */
export const COUNTRY = "us"
export const EURO_COUNTRY = "de"
