import { createHash } from "node:crypto"
import type { Rail } from "../../../ledger"

/** Names an account in the ledger: short, stable, and no way back to the credentials. */
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
