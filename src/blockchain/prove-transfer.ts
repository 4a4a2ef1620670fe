import type { ProofFact } from "../ledger/facts"
import { shownBefore } from "../ledger/transfers"
import { isSameAmount } from "../ledger/money"
import type { Payment } from "../ledger/payment"
import type { Contradiction, ProofDetails } from "../ledger/proof"
import { fromBaseUnits, isSameHex, knownCoinAt } from "./coins"
import type { Network, Token } from "./networks"
import type { Block, Receipt } from "./rpc"
import { readTransferLog, type TransferLog } from "./transfer-log"

/** Transfer that the gateway reports for a payment. */
export type ReportedTransfer = Pick<Payment, "amount" | "created_at"> & {
  tx_hash: string
  /** The coin that the payment is due in. */
  token: Token
  destination_address: string
  /** Position of the transfer, where only this one counts. */
  log_index?: number
}

/** A transaction with its block. */
export type Mined = {
  receipt: Receipt
  block: Block
  /** Whether the block can't be replaced any more. */
  is_final: boolean
}

/** More transfers of one transaction are left out of the sentence. */
const NAMED_AT_MOST = 3

/** The transaction is in no block: it may be pending, dropped or invented. */
export function notFound(tx_hash: string): ProofFact {
  return factOf("not_found", {
    tx_hash: tx_hash.toLowerCase(),
    block_number: null,
    block_hash: null,
    block_time: null,
    is_final: false,
  })
}

/**
 * Compares a report with the receipt of its transaction. Of several transfers
 * that pay it exactly, the fact names the first one.
 */
export function proveTransfer(
  reported: ReportedTransfer,
  { receipt, block, is_final }: Mined,
  network: Network
): ProofFact {
  const block_time = new Date(block.timestamp * 1_000)
  const place = {
    tx_hash: reported.tx_hash.toLowerCase(),
    block_number: block.number,
    block_hash: block.hash.toLowerCase(),
    block_time: block_time.toISOString(),
    is_final,
  }
  const contradicted = (
    reason: Contradiction,
    found: readonly TransferLog[] = []
  ) => {
    const found_instead = describeTransfers(found, network)
    return factOf("contradicted", { ...place, reason, found_instead })
  }
  if (receipt.status !== 1) {
    return contradicted("failed")
  }
  const transfers = receipt.logs.flatMap((log) => readTransferLog(log) ?? [])
  const arrived = transfers.filter(({ to }) =>
    isSameHex(to, reported.destination_address)
  )
  const isOfCoin = ({ token }: TransferLog) =>
    isSameHex(token, reported.token.address)
  const amounts = arrived.filter(isOfCoin)
  const exact = amounts.find(
    ({ units, log_index }) =>
      isSameAmount(
        fromBaseUnits(units, reported.token.decimals),
        reported.amount
      ) && (reported.log_index ?? log_index) === log_index
  )
  if (exact) {
    const { from: sender, log_index } = exact
    return shownBefore(block_time) < reported.created_at
      ? contradicted("too_early")
      : factOf(is_final ? "proven" : "found", { ...place, sender, log_index })
  }
  if (amounts.length) {
    return contradicted("wrong_amount", amounts)
  }
  // Others don't count: anyone can deploy a contract that claims a transfer.
  const coins = arrived.filter(({ token }) => knownCoinAt(network, token))
  if (coins.length) {
    return contradicted("wrong_coin", coins)
  }
  const elsewhere = transfers.filter(isOfCoin)
  return elsewhere.length
    ? contradicted("wrong_address", elsewhere)
    : contradicted("no_transfer")
}

function factOf(
  status: ProofFact["status"],
  details: Omit<ProofDetails, keyof typeof NO_TRANSFER> & Partial<ProofDetails>
): ProofFact {
  return { kind: "proof", status, proof: { ...NO_TRANSFER, ...details } }
}

const NO_TRANSFER = {
  reason: null,
  sender: null,
  log_index: null,
  found_instead: null,
} satisfies Partial<ProofDetails>

/** "9.99 USDC → 0x…, 0.01 USDC → 0x…", readable in any language. */
function describeTransfers(
  transfers: readonly TransferLog[],
  network: Network
): string | null {
  const named = transfers
    .slice(0, NAMED_AT_MOST)
    .map((transfer) => `${coinsOf(transfer, network)} → ${transfer.to}`)
  const more = transfers.length - named.length
  return named.length ? named.join(", ") + (more > 0 ? `, +${more}` : "") : null
}

function coinsOf({ token, units }: TransferLog, network: Network): string {
  const known = knownCoinAt(network, token)
  return known
    ? `${fromBaseUnits(units, known.decimals)} ${known.name}`
    : `${units} × ${token}`
}
