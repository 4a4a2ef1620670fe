import { CHAIN_INFO } from "../../gateway/chains"
import type { Chain, Stablecoin } from "../../gateway/schemas/common"
import { STORED_REASONS } from "../../exceptions/stored-reasons"
import en from "../i18n/en/settings.json"
import { hasKey } from "./has-key"
import type { Texts } from "./use-texts"

/** The networks that the gateway supports, by its codes. */
export const CHAINS = Object.keys(CHAIN_INFO) as Chain[]

/** From an object, which the compiler checks for completeness. */
export const STABLECOINS = Object.keys({
  USDT: true,
  USDC: true,
} satisfies Record<Stablecoin, true>) as Stablecoin[]

/** The translation key for the reason why a webhook was rejected. */
export function rejectionOf(reason: string | number | null | undefined) {
  const known = hasKey(en.webhooks.reason, reason) ? reason : "other"
  return `settings.webhooks.reason.${known}` as const
}

/** A mode in the admin's language: `test`, `live`, or another of the gateway. */
export function modeText(t: Texts["t"], mode: string | number | undefined) {
  return mode === "test" || mode === "live" ? t(`common.modeOf.${mode}`) : mode
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
