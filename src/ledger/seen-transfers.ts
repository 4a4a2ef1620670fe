import type { ExceptionDraft, ExceptionKind } from "./exceptions"
import { isSameAmount, isMoreThan } from "./money"
import { isOpen } from "./open"
import type { Payment } from "./payment"

/**
 * Exceptions about transfers that a chain shows and the gateway has not
 * reported:
 * - `transfer_unconfirmed`: exactly what a payment waits for
 * - `transfer_short`, `transfer_over`: another amount
 * - `transfer_wrong_network`, `transfer_wrong_coin`: on another chain, or in
 *   another coin
 * - `transfer_after_end`: for a payment that has ended, or was paid before
 * - `transfer_unmatched`: it can't be told for which payment
 */
export const TRANSFER_KINDS = [
  "transfer_unconfirmed",
  "transfer_short",
  "transfer_over",
  "transfer_wrong_network",
  "transfer_wrong_coin",
  "transfer_after_end",
  "transfer_unmatched",
] as const satisfies readonly ExceptionKind[]
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/**
 * A final transfer of a known coin to an address that buyers were shown. Hashes
 * and addresses are in lower case.
 */
export type SeenTransfer = {
  chain: string
  tx_hash: string
  /** Position in its block, which tells transfers of a transaction apart. */
  log_index: number
  /** `USDT`, `USDC`, or the name of a bridged coin such as `USDC.e`. */
  coin: string
  /** Exact decimal. */
  amount: string
  from: string
  to: string
  block_number: number
  block_time: Date
}

/** Payment whose buyer was shown the transfer's address. */
export type SeenCandidate = Pick<
  Payment,
  | "id"
  | "status"
  | "chain"
  | "currency"
  | "amount"
  | "tx_hash"
  | "proof"
  | "created_at"
>

/** The payment that a transfer belongs to, as far as that can be told. */
export type TransferMatch =
  /** The gateway has reported it. */
  | { is: "reported"; payment_id: string }
  | { is: "unreported"; payment_id: string; kind: TransferKind }
  | { is: "dust" }
  /** Several payments may be meant. */
  | { is: "unmatched"; payment_ids: string[] }

const CENT = "0.01"

/** Clocks of chains and stores differ. */
const CLOCKS_DIFFER_MS = 5 * 60_000

/**
 * Matches a transfer with the payments whose buyers were shown its address: by
 * its hash, or else by its exact amount, if that fits a single open payment. A
 * report that names its transaction, and means another chain or transfer, shows
 * the payment too. Another amount, coin or chain is assigned only if the address
 * was shown for one payment. Less than a cent is dust, which anyone can send.
 */
export function matchTransfer(
  transfer: SeenTransfer,
  candidates: readonly SeenCandidate[]
): TransferMatch {
  if (isMoreThan(CENT, transfer.amount)) {
    return { is: "dust" }
  }
  const reported = candidates.find((payment) => isReported(transfer, payment))
  if (reported) {
    return { is: "reported", payment_id: reported.id }
  }
  const shown = candidates.filter(
    ({ created_at }) =>
      created_at.getTime() <= transfer.block_time.getTime() + CLOCKS_DIFFER_MS
  )
  const open = shown.filter(isOpen)
  const ended = shown.filter((payment) => !isOpen(payment))
  const [only] = shown
  if (only && shown.length === 1) {
    const kind = isOpen(only)
      ? differenceOf(transfer, only)
      : "transfer_after_end"
    return { is: "unreported", payment_id: only.id, kind }
  }
  const named = shown.find(({ tx_hash }) => isSameHash(tx_hash, transfer))
  const fits = (payment: SeenCandidate) =>
    isSameAmount(payment.amount, transfer.amount)
  return (
    single(open.filter((each) => fits(each) && isExact(transfer, each))) ??
    (named ? single([named], "transfer_after_end") : null) ??
    single(
      open.filter(fits).filter(({ currency }) => currency === transfer.coin),
      "transfer_wrong_network"
    ) ??
    (open.length
      ? null
      : single(
          ended.filter((each) => fits(each) && isExact(transfer, each)),
          "transfer_after_end"
        )) ?? { is: "unmatched", payment_ids: shown.map(({ id }) => id) }
  )
}

/**
 * Whether the gateway reported the transfer for this payment. A transaction may
 * contain several, of which a payment's proof is one.
 */
export function isReported(
  transfer: SeenTransfer,
  { chain, tx_hash, proof }: Pick<Payment, "chain" | "tx_hash" | "proof">
): boolean {
  // After a reorganization, an earlier answer means another block.
  const isAboutBlock =
    isSameHash(proof?.tx_hash, transfer) &&
    proof?.block_number === transfer.block_number
  const proven = isAboutBlock ? proof.log_index : null
  return (
    chain === transfer.chain &&
    isSameHash(tx_hash, transfer) &&
    (proven ?? transfer.log_index) === transfer.log_index
  )
}

function isSameHash(
  hash: string | null | undefined,
  { tx_hash }: SeenTransfer
): boolean {
  return hash?.toLowerCase() === tx_hash
}

/** Null unless exactly one payment fits. */
function single(
  [payment, ...others]: readonly SeenCandidate[],
  kind: TransferKind = "transfer_unconfirmed"
): TransferMatch | null {
  return payment && !others.length
    ? { is: "unreported", payment_id: payment.id, kind }
    : null
}

function isExact(
  { chain, coin, amount }: SeenTransfer,
  payment: SeenCandidate
): boolean {
  return (
    chain === payment.chain &&
    coin === payment.currency &&
    isSameAmount(amount, payment.amount)
  )
}

function differenceOf(
  { chain, coin, amount }: SeenTransfer,
  payment: SeenCandidate
): TransferKind {
  if (chain !== payment.chain) {
    return "transfer_wrong_network"
  }
  if (coin !== payment.currency) {
    return "transfer_wrong_coin"
  }
  if (isSameAmount(amount, payment.amount)) {
    return "transfer_unconfirmed"
  }
  return isMoreThan(amount, payment.amount) ? "transfer_over" : "transfer_short"
}

/** Key of the exception about a transfer. */
export function transferKey({
  chain,
  tx_hash,
  log_index,
}: Pick<SeenTransfer, "chain" | "tx_hash" | "log_index">): string {
  return [chain, tx_hash, log_index, "transfer"].join(":")
}

/** The gateway's report of a transaction, by the payment that claims it. */
export type TransferClaim = Pick<Payment, "proof_status" | "proof"> & {
  /** Position of the claimed transfer; -1 for the whole transaction. */
  log_index: number
  /** Whether that payment was paid by it. Otherwise it has an exception. */
  is_paid_by: boolean
  /** Whether the chain may still show which transfer paid. */
  is_to_prove: boolean
}

/**
 * Whether the gateway has reported a transfer.
 *
 * @returns `unclear` until a proof shows which of a transaction's transfers paid
 */
export function reportOfTransfer(
  { tx_hash, log_index }: SeenTransfer,
  claims: readonly TransferClaim[]
): "reported" | "unreported" | "unclear" {
  const answers = claims.map((claim) => {
    if (claim.log_index >= 0) {
      return claim.log_index === log_index ? "reported" : "unreported"
    }
    const { is_paid_by, is_to_prove, proof_status, proof } = claim
    if (is_paid_by && is_to_prove) {
      return "unclear"
    }
    const isOther =
      is_paid_by &&
      proof_status === "proven" &&
      proof?.tx_hash === tx_hash &&
      proof.log_index !== log_index
    return isOther ? "unreported" : "reported"
  })
  return (
    answers.find((each) => each === "reported") ??
    answers.find((each) => each === "unclear") ??
    "unreported"
  )
}

/** The exception about a transfer that the gateway has not reported. */
export function transferException(
  transfer: SeenTransfer,
  kind: TransferKind,
  payment: Pick<
    Payment,
    "id" | "amount" | "currency" | "chain" | "status"
  > | null
): ExceptionDraft {
  const { chain, tx_hash, coin, amount, from, to } = transfer
  return {
    kind,
    key: transferKey(transfer),
    message: `The network shows a transfer of ${amount} ${coin} on ${chain} from ${from} to ${to}, which the gateway has not reported${payment ? `. Payment ${payment.id} of ${payment.amount} ${payment.currency} on ${payment.chain} is ${payment.status}` : ", and it can't be told for which payment"}. Nothing was captured for it.`,
    details: {
      amount,
      currency: coin,
      chain,
      tx_hash,
      from,
      to,
      block_time: transfer.block_time.toISOString(),
    },
  }
}
