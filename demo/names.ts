/** Both rails, as Medusa names them. */
export const PROVIDERS = {
  hosted: "pp_stablecoin-hosted_default",
  onchain: "pp_stablecoin-onchain_default",
} as const

/** Who may open the demo's admin, which only this machine can reach. */
export const ADMIN = {
  email: "admin@example.com",
  password: "stablecoin-demo",
} as const

/** Where the demo's buyers live: ISO 3166, lower case as Medusa wants it. */
export const COUNTRY = "us"
