import type { Network, Token } from "./networks"
import { isSameHex } from "./same-hex"
import type { Receipt } from "./schemas"
import { readTransferLog, type TransferLog } from "./transfer-log"

/** Transfer that the gateway reports for a payment. */
export type ReportedTransfer = {
  tx_hash: string
  /** The coin that the payment is due in. */
  token: Pick<Token, "address">
  destination_address: string
  /** Amount due in base units of the coin. */
  units: bigint
}

/** How the chain contradicts a report. The first that applies, in this order. */
export const CONTRADICTIONS = [
  "failed",
  "no_transfer",
  "wrong_coin",
  "wrong_address",
  "wrong_amount",
] as const
export type Contradiction = (typeof CONTRADICTIONS)[number]

/** Verdict of a chain about a reported transfer. */
export type Verdict =
  /** The transaction is in no block: it may be pending, dropped or invented. */
  | { is: "not_found" }
  | {
      is: "contradicted"
      reason: Contradiction
      /** Transfers of it that come closest to the report. */
      found: TransferLog[]
    }
  | {
      /** `found`: the block may still be replaced. */
      is: "proven" | "found"
      block_number: number
      block_hash: string
      /** Each pays the report exactly. A transaction may do so more than once. */
      transfers: TransferLog[]
    }

/**
 * Compares a report with the receipt of its transaction.
 *
 * @param finalBlock the last block that can't be replaced
 */
export function proveTransfer(
  reported: ReportedTransfer,
  receipt: Receipt | null,
  finalBlock: number,
  network: Pick<Network, "tokens" | "others">
): Verdict {
  if (!receipt || !isSameHex(receipt.transactionHash, reported.tx_hash)) {
    return { is: "not_found" }
  }
  if (receipt.status !== 1) {
    return { is: "contradicted", reason: "failed", found: [] }
  }
  const transfers = receipt.logs.flatMap((log) => readTransferLog(log) ?? [])
  const exact = transfers.filter(
    (transfer) =>
      isOfCoin(transfer, reported) &&
      isToDestination(transfer, reported) &&
      transfer.units === reported.units
  )
  if (!exact.length) {
    return contradiction(transfers, reported, network)
  }
  return {
    is: receipt.blockNumber <= finalBlock ? "proven" : "found",
    block_number: receipt.blockNumber,
    block_hash: receipt.blockHash.toLowerCase(),
    transfers: exact,
  }
}

/** Finds the smallest difference between the report and what happened. */
function contradiction(
  transfers: readonly TransferLog[],
  reported: ReportedTransfer,
  { tokens, others }: Pick<Network, "tokens" | "others">
): Verdict {
  const ofCoin = transfers.filter((each) => isOfCoin(each, reported))
  const otherAmounts = ofCoin.filter((each) => isToDestination(each, reported))
  if (otherAmounts.length) {
    return { is: "contradicted", reason: "wrong_amount", found: otherAmounts }
  }
  // Others don't count: anyone can deploy a contract that claims a transfer.
  const known = [...Object.values(tokens), ...others]
  const otherCoins = transfers.filter(
    (each) =>
      isToDestination(each, reported) &&
      known.some(({ address }) => isSameHex(address, each.token))
  )
  if (otherCoins.length) {
    return { is: "contradicted", reason: "wrong_coin", found: otherCoins }
  }
  return ofCoin.length
    ? { is: "contradicted", reason: "wrong_address", found: ofCoin }
    : { is: "contradicted", reason: "no_transfer", found: [] }
}

function isOfCoin(
  { token }: TransferLog,
  reported: Pick<ReportedTransfer, "token">
): boolean {
  return isSameHex(token, reported.token.address)
}

function isToDestination(
  { to }: TransferLog,
  { destination_address }: Pick<ReportedTransfer, "destination_address">
): boolean {
  return isSameHex(to, destination_address)
}
