import { STORED_REASONS } from "../../exceptions/stored-reasons"
import type { Texts } from "../lib/use-texts"

const KEYS = Object.keys(STORED_REASONS) as (keyof typeof STORED_REASONS)[]

/** A stored reason: one of the plugin in the admin's language, or as typed. */
export function reasonText(
  t: Texts["t"],
  reason: string | null
): string | null {
  const key = KEYS.find((each) => STORED_REASONS[each] === reason)
  return key ? t(`common.reasons.${key}`) : reason
}
