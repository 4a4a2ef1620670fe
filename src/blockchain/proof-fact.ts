import type { ProofFact } from "../ledger/facts"
import { fromBaseUnits } from "./base-units"
import { knownCoinAt } from "./known-coins"
import type { Network } from "./networks"
import type { Verdict } from "./prove-transfer"
import type { TransferLog } from "./transfer-log"

/** More transfers of one transaction are left out of the sentence. */
const NAMED_AT_MOST = 3

/**
 * Converts a verdict to a fact of the ledger. Of several transfers that pay, it
 * names the first one.
 *
 * @param blockTime time of the transaction's block, in seconds since 1970
 */
export function proofFact(
  txHash: string,
  verdict: Verdict,
  blockTime: number | null,
  network: Pick<Network, "tokens" | "others">
): ProofFact {
  const block = verdict.is === "not_found" ? null : verdict.block
  const [transfer] = "transfers" in verdict ? verdict.transfers : []
  return {
    kind: "proof",
    status: verdict.is,
    proof: {
      tx_hash: txHash.toLowerCase(),
      reason: verdict.is === "contradicted" ? verdict.reason : null,
      sender: transfer?.from ?? null,
      log_index: transfer?.log_index ?? null,
      block_number: block?.number ?? null,
      block_hash: block?.hash ?? null,
      block_time:
        block && blockTime !== null
          ? new Date(blockTime * 1000).toISOString()
          : null,
      is_final: block?.is_final ?? false,
      found_instead:
        verdict.is === "contradicted"
          ? describeTransfers(verdict.found, network)
          : null,
    },
  }
}

/** "9.99 USDC → 0x…, 0.01 USDC → 0x…", readable in any language. */
function describeTransfers(
  transfers: readonly TransferLog[],
  network: Pick<Network, "tokens" | "others">
): string | null {
  const named = transfers
    .slice(0, NAMED_AT_MOST)
    .map((transfer) => `${coinsOf(transfer, network)} → ${transfer.to}`)
  const more = transfers.length - named.length
  return named.length ? named.join(", ") + (more > 0 ? `, +${more}` : "") : null
}

function coinsOf(
  { token, units }: TransferLog,
  network: Pick<Network, "tokens" | "others">
): string {
  const known = knownCoinAt(network, token)
  return known
    ? `${fromBaseUnits(units, known.decimals)} ${known.name}`
    : `${units} × ${token}`
}
