import type { Rail } from "../../ledger"

/** Identifiers of the services. Medusa names them `pp_<identifier>_<id>`. */
export const IDENTIFIERS = {
  hosted: "stablecoin-hosted",
  onchain: "stablecoin-onchain",
} as const satisfies Record<Rail, string>

/** Whether a provider id is of a rail. The store chooses its last part. */
export function isProviderOf(rail: Rail, providerId: string): boolean {
  return providerId.startsWith(`pp_${IDENTIFIERS[rail]}_`)
}

/**
 * Medusa's provider ids, in a store whose `medusa-config.ts` has
 * `id: "default"`.
 */
export const STABLECOIN_PROVIDERS = {
  hosted: `pp_${IDENTIFIERS.hosted}_default`,
  onchain: `pp_${IDENTIFIERS.onchain}_default`,
} as const satisfies Record<Rail, string>
