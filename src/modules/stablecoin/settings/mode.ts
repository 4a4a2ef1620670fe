import { modeOfClient } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { accountKey } from "../gateway/account-key"
import type { EffectiveSettings } from "./effective-settings"
import type { RememberedMode } from "./stored"
import { RAIL_TRAITS } from "../../../ledger"

type Binding = EffectiveSettings["bindings"][Rail]

/** The account that credentials are of, as the ledger names it. */
export function accountOf(rail: Rail, { base_url, client_id }: Binding) {
  return accountKey(rail, base_url, client_id)
}

/** The account of whole credentials; null while the address or the client id is missing. */
export function wholeAccountOf(rail: Rail, binding: Binding): string | null {
  const { base_url, client_id } = binding
  return base_url && client_id ? accountOf(rail, binding) : null
}

/**
 * Whether money moves: `test`, `live`, or what else the gateway called it.
 * Hosted credentials tell it themselves; of onchain ones the gateway's word is
 * remembered, and counts for the account that it was about.
 *
 * @returns null while nobody knows
 */
export function modeOf(
  rail: Rail,
  binding: Binding,
  remembered: RememberedMode | null
): string | null {
  if (!binding.client_id) {
    return null
  }
  const own = modeOfClient(binding.client_id)
  if (RAIL_TRAITS[rail].hasModeInClientId) {
    return own
  }
  const isOurs = remembered?.account === accountOf(rail, binding)
  const told = isOurs ? remembered.mode : null
  return told ?? (own === "test" ? own : null)
}

/** Whether the account's base URL was last seen to be the sandbox's. */
export function isSandbox(
  rail: Rail,
  binding: Binding,
  remembered: RememberedMode | null
): boolean {
  return (
    remembered?.account === wholeAccountOf(rail, binding) && remembered.sandbox
  )
}

/** The last known mode of an account, and whether it is a sandbox. */
export function accountMode(
  rail: Rail,
  binding: Binding,
  remembered: RememberedMode | null
): RememberedMode {
  return {
    account: accountOf(rail, binding),
    mode: modeOf(rail, binding, remembered),
    sandbox: isSandbox(rail, binding, remembered),
  }
}

/** The modes between which a move has to be confirmed. */
export type ConfirmedMode = "live" | "test"

/**
 * The mode that payments would move to from what they were last started with,
 * or could have been; null where nothing has to be confirmed. An account whose
 * mode is unknown may have been in the other one.
 *
 * @param last null: there were no whole credentials before
 */
export function movesTo(
  next: { account: string; mode: string },
  last: Pick<RememberedMode, "account" | "mode"> | null
): ConfirmedMode | null {
  const { mode } = next
  if ((mode !== "live" && mode !== "test") || !last) {
    return null
  }
  const isMove =
    last.mode === null ? last.account !== next.account : last.mode !== mode
  return isMove ? mode : null
}
