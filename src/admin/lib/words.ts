import { CHAIN_INFO } from "../../gateway/chains"
import type { Chain, Stablecoin } from "../../gateway/schemas/common"
import { STORED_REASONS } from "../../exceptions/stored-reasons"
import type { Texts } from "./use-texts"

/** The keys of a record that the compiler checks for completeness. */
function keysOf<K extends string>(whole: Record<K, true>): K[] {
  return Object.keys(whole) as K[]
}

/** The networks that the gateway supports, by its codes. */
export const CHAINS = Object.keys(CHAIN_INFO) as Chain[]

export const STABLECOINS = keysOf<Stablecoin>({ USDT: true, USDC: true })

const REASONS = ["unauthorized", "invalid_data", "unavailable"] as const

/** The translation key for the reason why a webhook was rejected. */
export function rejectionOf(reason: unknown) {
  const known = REASONS.find((one) => one === reason) ?? "other"
  return `settings.webhooks.reason.${known}` as const
}

const KEYS = Object.keys(STORED_REASONS) as (keyof typeof STORED_REASONS)[]

/** A stored reason: one of the plugin in the admin's language, or as typed. */
export function reasonText(
  t: Texts["t"],
  reason: string | null
): string | null {
  const key = KEYS.find((each) => STORED_REASONS[each] === reason)
  return key ? t(`common.reasons.${key}`) : reason
}
