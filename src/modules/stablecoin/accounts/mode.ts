import { modeOfClient } from "../../../gateway"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"

/** The mode of an account. */
export type KnownMode = {
  /** The account's key. */
  account: string
  /** `test`, `live`, or another value of the gateway. Null while unknown. */
  mode: string | null
  /** Whether the sandbox last responded instead of a gateway. */
  sandbox: boolean
}

/**
 * The mode of an account as far as it is known. Hosted client ids contain it.
 * Of onchain accounts, it is stored once the gateway has reported it.
 */
export function knownMode(
  rail: Rail,
  { account, clientId }: { account: string; clientId: string },
  rows: readonly AccountRow[]
): KnownMode {
  const row = rows.find(({ key }) => key === account)
  const own = modeOfClient(clientId)
  const recorded = row?.mode ?? (own === "test" ? own : null)
  return {
    account,
    mode: RAIL_TRAITS[rail].hasModeInClientId ? own : recorded,
    sandbox: row?.sandbox ?? false,
  }
}

/** Modes whose change has to be confirmed. */
export type ConfirmedMode = "live" | "test"

/**
 * The mode that payments would move to, compared with the last account. Null
 * when no confirmation is needed. An account of unknown mode may have been in
 * the other one.
 *
 * @param last null when there was no account before
 */
export function movesTo(
  next: { account: string; mode: string },
  last: Pick<KnownMode, "account" | "mode"> | null
): ConfirmedMode | null {
  const { mode } = next
  if ((mode !== "live" && mode !== "test") || !last) {
    return null
  }
  const isMove =
    last.mode === null ? last.account !== next.account : last.mode !== mode
  return isMove ? mode : null
}
