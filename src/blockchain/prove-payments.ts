import type { ProofFact } from "../ledger/facts"
import { AmountError } from "../ledger/money"
import type { Payment } from "../ledger/payment"
import { toBaseUnits } from "./base-units"
import { readBlocks } from "./blocks"
import type { ChainReader } from "./chain-reader"
import { finalityCall, type Heads, headsOf } from "./finality"
import { isSameHex } from "./hex"
import { knownCoins } from "./known-coins"
import type { Network, Token } from "./networks"
import { proofFact } from "./proof-fact"
import { proveTransfer, refuseEarlier, type Verdict } from "./prove-transfer"
import {
  firstError,
  newestBlock,
  receiptOf,
  type RpcCall,
  type RpcError,
} from "./rpc"
import type { Block, Receipt } from "./schemas"

/**
 * A paid payment of one chain. Or a refund, with the address it was sent to and
 * the start of its payment.
 */
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
 * Compares payments with the receipts of their transactions, in two requests.
 *
 * @param payments all of this chain. Endpoints commonly take 100 calls in one
 *   request
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
  if (!latest.ok || !final.ok) {
    return { facts: new Map(), error }
  }
  const heads = headsOf([latest, final], finality)
  const verdicts = payments.flatMap((payment) => {
    const result = receipts[hashes.indexOf(payment.tx_hash ?? "")]
    // Nothing has a malformed hash.
    const receipt = result ? (result.ok ? result.value : undefined) : null
    const verdict =
      receipt === undefined ? null : verdictOf(payment, receipt, heads, network)
    return verdict ? [{ payment, verdict }] : []
  })
  // A block is read after the receipt, and must still be the one that contains
  // it. Otherwise it was replaced, or can't be read: both are read again.
  const read = await readBlocks(
    reader,
    verdicts.flatMap(({ verdict: { block } }) => block?.number ?? [])
  )
  const facts = verdicts.flatMap(({ payment, verdict }) => {
    const { id, created_at, tx_hash } = payment
    const block = verdict.block && read.blocks.get(verdict.block.number)
    if (
      verdict.block &&
      !(block && isSameHex(block.hash, verdict.block.hash))
    ) {
      return []
    }
    const dated = block
      ? refuseEarlier(verdict, block, { created_at })
      : verdict
    const time = block?.timestamp ?? null
    return [[id, proofFact(tx_hash ?? "", dated, time, network)] as const]
  })
  return { facts: new Map(facts), error: error ?? read.error }
}

/**
 * Whether a transfer on the network can have the amount: its coin is known, and
 * divisible enough. Otherwise a transfer never gets an answer.
 */
export function isProvable(
  { amount, currency }: Pick<PaymentToProve, "amount" | "currency">,
  network: Network
): boolean {
  const token = tokenOf(currency, network)
  return token !== undefined && unitsOf(amount, token) !== null
}

function tokenOf(currency: string, network: Network) {
  return knownCoins(network).find(({ name }) => name === currency)
}

/** @returns null when nothing can be concluded */
function verdictOf(
  payment: PaymentToProve,
  receipt: Receipt | null,
  heads: Heads,
  network: Network
): Verdict | null {
  const { amount, currency, destination_address, tx_hash, proof, log_index } =
    payment
  const token = tokenOf(currency, network)
  const units = token ? unitsOf(amount, token) : null
  // An endpoint that lags behind does not know the block yet.
  const isBehind =
    !receipt && (proof?.block_number ?? 0) > (heads.newest?.number ?? -1)
  if (
    !token ||
    units === null ||
    !destination_address ||
    !tx_hash ||
    isBehind
  ) {
    return null
  }
  const reported = { tx_hash, token, destination_address, units, log_index }
  return proveTransfer(reported, receipt, heads.final, network)
}

/** Null: no transfer of the coin can have this amount. */
function unitsOf(amount: string, { decimals }: Token): bigint | null {
  try {
    return toBaseUnits(amount, decimals)
  } catch (error) {
    if (error instanceof AmountError) {
      return null
    }
    throw error
  }
}
