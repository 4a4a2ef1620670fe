import type { ProofFact } from "../ledger/facts"
import type { Payment } from "../ledger/payment"
import {
  type ChainReader,
  finalityCall,
  headsOf,
  readBlocks,
} from "./chain-reader"
import { isSameHex, knownCoins } from "./coins"
import type { Network } from "./networks"
import {
  notFound,
  proveTransfer,
  type ReportedTransfer,
} from "./prove-transfer"
import {
  type Block,
  firstError,
  isAnswered,
  newestBlock,
  type Receipt,
  receiptOf,
  type RpcCall,
  type RpcError,
} from "./rpc"

/** A paid payment of one chain. */
export type PaymentToProve = Pick<
  Payment,
  | "id"
  | "amount"
  | "currency"
  | "destination_address"
  | "tx_hash"
  | "proof"
  | "created_at"
> & {
  /** Position of its transfer, if it has only a part of its transaction. */
  log_index?: number
}

/** The chain's answers by payment id. */
export type Proofs = {
  facts: ReadonlyMap<string, ProofFact>
  /** Why a payment has no answer, which says nothing about its transfer. */
  error: RpcError | null
}

const HASH = /^0x[0-9a-f]{64}$/i

/**
 * Compares payments with the receipts of their transactions.
 *
 * @param payments all of this chain
 */
export async function provePayments(
  reader: ChainReader,
  payments: readonly PaymentToProve[]
): Promise<Proofs> {
  const { client, network, finality } = reader
  const hashes = payments.flatMap(({ tx_hash }) =>
    tx_hash && HASH.test(tx_hash) ? tx_hash : []
  )
  const [latest, final, ...receipts] = await client.batch<
    [RpcCall<Block | null>, RpcCall<Block | null>, ...RpcCall<Receipt | null>[]]
  >([newestBlock(), finalityCall(finality), ...hashes.map(receiptOf)])
  const error = firstError([latest, final, ...receipts])
  if (!isAnswered(latest) || !isAnswered(final)) {
    return { facts: new Map(), error }
  }
  const heads = headsOf([latest, final], finality)
  const newest = heads.newest?.number ?? -1
  const found = payments.flatMap((payment) => {
    const reported = reportedBy(payment, network)
    const result = receipts[hashes.indexOf(payment.tx_hash ?? "")] ?? null
    // A malformed hash has no receipt. An unread one says nothing.
    return reported && isAnswered(result)
      ? [{ payment, reported, receipt: receiptFor(reported, result) }]
      : []
  })
  // A block is read after the receipt, and must still be the one that contains
  // it. Otherwise it was replaced, or can't be read: both are read again.
  const read = await readBlocks(
    reader,
    found.flatMap(({ receipt }) => receipt?.blockNumber ?? [])
  )
  const facts = found.flatMap(
    ({ payment: { id, proof }, reported, receipt }) => {
      if (!receipt) {
        // An endpoint that lags behind does not know the block yet.
        const isBehind = (proof?.block_number ?? 0) > newest
        return isBehind ? [] : [[id, notFound(reported.tx_hash)] as const]
      }
      const block = read.blocks.get(receipt.blockNumber)
      if (!block || !isSameHex(block.hash, receipt.blockHash)) {
        return []
      }
      const mined = { receipt, block, is_final: block.number <= heads.final }
      return [[id, proveTransfer(reported, mined, network)] as const]
    }
  )
  return { facts: new Map(facts), error: error ?? read.error }
}

/** Null also for the receipt of another transaction. */
function receiptFor(
  { tx_hash }: ReportedTransfer,
  receipt: Receipt | null
): Receipt | null {
  return receipt && isSameHex(receipt.transactionHash, tx_hash) ? receipt : null
}

/** @returns null when no transfer can have this coin or destination */
function reportedBy(
  { amount, currency, created_at, log_index, ...payment }: PaymentToProve,
  network: Network
): ReportedTransfer | null {
  const { tx_hash, destination_address } = payment
  const token = knownCoins(network).find(({ name }) => name === currency)
  return token && tx_hash && destination_address
    ? { amount, token, tx_hash, destination_address, created_at, log_index }
    : null
}
