import { createHash } from "node:crypto"
import type { Rail } from "../../../ledger"

/**
 * Short, stable name of an account in the ledger. The credentials can't be
 * derived from it.
 */
export function accountKey(
  rail: Rail,
  baseUrl: string,
  clientId: string
): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([rail, baseUrl, clientId]))
    .digest("hex")
  return `${rail}_${digest.slice(0, 16)}`
}
