import { modeOfClient } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { accountKey } from "../gateway/account-key"
import type { EffectiveSettings } from "./effective-settings"
import type { RememberedMode } from "./stored"
import { RAIL_TRAITS } from "../../../ledger"

type Binding = EffectiveSettings["bindings"][Rail]

/** The ledger's key of the account that the credentials belong to. */
export function accountOf(rail: Rail, { base_url, client_id }: Binding) {
  return accountKey(rail, base_url, client_id)
}

/**
 * The account of complete credentials. Null while the base URL or the client id
 * is missing.
 */
export function wholeAccountOf(rail: Rail, binding: Binding): string | null {
  const { base_url, client_id } = binding
  return base_url && client_id ? accountOf(rail, binding) : null
}

/**
 * Mode of an account: `test`, `live`, or another value of the gateway. Hosted
 * client ids contain it. For onchain accounts, the mode that the gateway
 * reported is remembered per account.
 *
 * @returns null while the mode is unknown
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
  const recorded = isOurs ? remembered.mode : null
  return recorded ?? (own === "test" ? own : null)
}

/** Whether the sandbox last answered at the account's base URL. */
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

/** Modes whose change has to be confirmed. */
export type ConfirmedMode = "live" | "test"

/**
 * The mode that payments would move to, compared with the last complete
 * credentials. Null when no confirmation is needed. An account of unknown mode
 * may have been in the other one.
 *
 * @param last null when there were no complete credentials before
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
