import { shownBefore } from "../ledger/match-transfer"
import type { Payment } from "../ledger/payment"
import type { Contradiction } from "../ledger/proof"
import type { Network, Token } from "./networks"
import { isSameHex } from "./hex"
import type { Block, Receipt } from "./schemas"
import { readTransferLog, type TransferLog } from "./transfer-log"

/** Transfer that the gateway reports for a payment. */
export type ReportedTransfer = {
  tx_hash: string
  /** The coin that the payment is due in. */
  token: Pick<Token, "address">
  destination_address: string
  /** Amount due in base units of the coin. */
  units: bigint
  /** Position of the transfer, where only this one counts. */
  log_index?: number
}

/** Block of a transaction. */
export type ReceiptBlock = {
  number: number
  hash: string
  /** Whether it can't be replaced any more. */
  is_final: boolean
}

/** Verdict of a chain about a reported transfer. */
export type Verdict =
  /** The transaction is in no block: it may be pending, dropped or invented. */
  | { is: "not_found"; block?: undefined }
  | {
      is: "contradicted"
      reason: Contradiction
      block: ReceiptBlock
      /** Transfers of it that come closest to the report. */
      found: TransferLog[]
    }
  | {
      /** `found`: the block may still be replaced. */
      is: "proven" | "found"
      block: ReceiptBlock
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
  const block = {
    number: receipt.blockNumber,
    hash: receipt.blockHash.toLowerCase(),
    is_final: receipt.blockNumber <= finalBlock,
  }
  if (receipt.status !== 1) {
    return { is: "contradicted", reason: "failed", block, found: [] }
  }
  const transfers = receipt.logs.flatMap((log) => readTransferLog(log) ?? [])
  const exact = transfers.filter(
    (transfer) =>
      isOfCoin(transfer, reported) &&
      isToDestination(transfer, reported) &&
      transfer.units === reported.units &&
      (reported.log_index ?? transfer.log_index) === transfer.log_index
  )
  return exact.length
    ? { is: block.is_final ? "proven" : "found", block, transfers: exact }
    : { is: "contradicted", block, ...difference(transfers, reported, network) }
}

/** Contradicts by a transfer that is older than the payment. */
export function refuseEarlier(
  verdict: Verdict,
  { timestamp }: Pick<Block, "timestamp">,
  { created_at }: Pick<Payment, "created_at">
): Verdict {
  const before = shownBefore(new Date(timestamp * 1_000))
  return "transfers" in verdict && before < created_at
    ? {
        is: "contradicted",
        reason: "too_early",
        block: verdict.block,
        found: [],
      }
    : verdict
}

/** Finds the smallest difference between the report and what happened. */
function difference(
  transfers: readonly TransferLog[],
  reported: ReportedTransfer,
  { tokens, others }: Pick<Network, "tokens" | "others">
): Pick<Extract<Verdict, { is: "contradicted" }>, "reason" | "found"> {
  const ofCoin = transfers.filter((each) => isOfCoin(each, reported))
  const otherAmounts = ofCoin.filter((each) => isToDestination(each, reported))
  if (otherAmounts.length) {
    return { reason: "wrong_amount", found: otherAmounts }
  }
  // Others don't count: anyone can deploy a contract that claims a transfer.
  const known = [...Object.values(tokens), ...others]
  const otherCoins = transfers.filter(
    (each) =>
      isToDestination(each, reported) &&
      known.some(({ address }) => isSameHex(address, each.token))
  )
  if (otherCoins.length) {
    return { reason: "wrong_coin", found: otherCoins }
  }
  return ofCoin.length
    ? { reason: "wrong_address", found: ofCoin }
    : { reason: "no_transfer", found: [] }
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
