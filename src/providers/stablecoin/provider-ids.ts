/** What the services are called in Medusa: `pp_<identifier>_<id>`. */
export const IDENTIFIERS = {
  hosted: "stablecoin-hosted",
  onchain: "stablecoin-onchain",
} as const

/** Whether one of these services is registered under a provider id; the store chooses its last part. */
export function isStablecoinProvider(providerId: string): boolean {
  return Object.values(IDENTIFIERS).some((identifier) =>
    providerId.startsWith(`pp_${identifier}_`)
  )
}

/** Medusa's provider ids, in a store whose `medusa-config.ts` says `id: "default"`. */
export const STABLECOIN_PROVIDERS = {
  hosted: `pp_${IDENTIFIERS.hosted}_default`,
  onchain: `pp_${IDENTIFIERS.onchain}_default`,
} as const
