import type { Rail } from "../../../ledger"
import { accountKey } from "../account-key"
import type { Laid } from "./lay"
import type { RememberedMode } from "./stored"

/** The contract tells sandbox credentials by their beginning. */
const isTestClient = (clientId: string) => clientId.startsWith("test_")

/**
 * Whether money moves: `test`, `live`, or what else the gateway called it.
 * Hosted credentials tell it themselves; of onchain ones the gateway's word is
 * remembered, and counts for the account that it was about.
 *
 * @returns null while nobody knows
 */
export function modeOf(
  rail: Rail,
  { base_url, client_id }: Laid["bindings"][Rail],
  remembered: RememberedMode | null
): string | null {
  if (!client_id) {
    return null
  }
  const isOurs = remembered?.account === accountKey(rail, base_url, client_id)
  if (rail === "onchain" && isOurs) {
    return remembered.mode
  }
  if (isTestClient(client_id)) {
    return "test"
  }
  return rail === "hosted" ? "live" : null
}

/** The mode of credentials that the gateway did not confirm: what is not surely a test may be live. */
export function unconfirmedMode(clientId: string): string {
  return isTestClient(clientId) ? "test" : "live"
}
