import { type Coins, type Deposit, isCertain, isSameCoins } from "./deposits"
import type { ExceptionDraft, ExceptionKind, ReasonOf } from "./exceptions"
import { differenceOf, isMoreThan, isSameAmount, sumOf } from "./money"
import { isOpen } from "./open"
import type { Payment } from "./payment"

/** Why a transfer that a chain shows is not one that the gateway reported. */
export type TransferReason = ReasonOf<"unreported_transfer">

/** Kind of the exceptions about transfers that only a chain shows. */
export const TRANSFER_KIND = "unreported_transfer" satisfies ExceptionKind

/**
 * Reasons of a transfer that is exactly what a payment waits for. Settling
 * chooses between them, by what Medusa still asks for.
 */
export const EXACT_REASONS: readonly TransferReason[] = [
  "exact",
  "changed",
  "again",
]

/** A transfer of a deposit. */
export type Transfer = Coins &
  Pick<
    Deposit,
    "tx_hash" | "log_index" | "sender" | "destination_address" | "arrived_at"
  >

/**
 * A final transfer of a known coin, or of a bridged one such as `USDC.e`, to an
 * address that buyers were shown. Coins of the network's own have no hash: only
 * the balance shows them.
 */
export type SeenTransfer = Transfer & { block_number: number }

/** Returns the first difference of a transfer from what a payment asks for. */
export function transferReason(
  { chain, currency, amount }: Coins,
  payment: Pick<Payment, "chain" | "currency" | "amount">
): TransferReason {
  if (chain !== payment.chain) {
    return "network"
  }
  if (currency !== payment.currency) {
    return "coin"
  }
  if (isSameAmount(amount, payment.amount)) {
    return "exact"
  }
  return isMoreThan(amount, payment.amount) ? "over" : "short"
}

/**
 * The exception about a transfer that the gateway has not reported.
 *
 * @param reason `late` for each payment that has ended or is paid
 */
export function transferException(
  transfer: Transfer,
  reason: TransferReason,
  payment: Pick<Payment, "status"> | null,
  deposit_id: string
): ExceptionDraft {
  const { chain, tx_hash, currency, amount, sender, destination_address } =
    transfer
  return {
    kind: TRANSFER_KIND,
    reason: reason === "late" && payment?.status === "paid" ? "again" : reason,
    key: [deposit_id, "transfer"].join(":"),
    deposit_id,
    details: {
      amount,
      currency,
      chain,
      to: destination_address,
      ...(tx_hash ? { tx_hash, from: sender } : {}),
      block_time: transfer.arrived_at.toISOString(),
    },
  }
}

/** Payment whose buyer was shown the transfer's address. */
export type SeenCandidate = Pick<
  Payment,
  "id" | "chain" | "currency" | "amount" | "created_at" | "status" | "tx_hash"
>

/** The payment that a transfer belongs to, as far as that can be told. */
export type TransferMatch =
  | { is: "unreported"; payment_id: string; reason: TransferReason }
  /** Too little to be for any of them, and to be worth a refund. */
  | { is: "dust" }
  /** Several payments may be meant, or none. */
  | { is: "unmatched"; payment_ids: string[] }

const UNIT = "1.00"

/** Clocks of chains and stores differ. */
const CLOCKS_DIFFER_MS = 5 * 60_000

/**
 * Whether a transfer may be meant for a payment: it has at least half of its
 * amount. A stranger who sends less must not hold a payment. Coins of the
 * network's own have another value, which is unknown here.
 */
export function isNear(
  { amount, tx_hash }: Pick<Transfer, "amount" | "tx_hash">,
  payment: Pick<Payment, "amount">
): boolean {
  return (
    tx_hash === null || !isMoreThan(payment.amount, sumOf([amount, amount]))
  )
}

/** When a payment had to be started at the latest for a transfer to be for it. */
export function shownBefore(arrived_at: Date): Date {
  return new Date(arrived_at.getTime() + CLOCKS_DIFFER_MS)
}

/**
 * Matches a transfer with the payments whose buyers were shown its address: by
 * its hash, or else by its exact amount, if that fits a single open payment. A
 * report that names its transaction, and means another chain or transfer, shows
 * the payment too. Another amount, coin or chain is assigned only if the address
 * was shown for one payment.
 */
export function matchTransfer(
  transfer: Transfer,
  candidates: readonly SeenCandidate[]
): TransferMatch {
  const before = shownBefore(transfer.arrived_at)
  const shown = candidates.filter(
    (payment) => payment.created_at <= before && isNear(transfer, payment)
  )
  const unmatched = { is: "unmatched" as const, payment_ids: idsOf(shown) }
  if (!shown.length) {
    return isMoreThan(UNIT, transfer.amount) ? { is: "dust" } : unmatched
  }
  const isExact = (payment: SeenCandidate) =>
    transferReason(transfer, payment) === "exact"
  const open = shown.filter(isOpen)
  const [only, ...others] = shown
  if (only && !others.length) {
    const reason = isOpen(only) ? transferReason(transfer, only) : "late"
    return { is: "unreported", payment_id: only.id, reason }
  }
  const named = shown.filter(
    ({ tx_hash }) => tx_hash?.toLowerCase() === transfer.tx_hash
  )
  const onAnyChain = open.filter(
    ({ amount, currency }) =>
      isSameAmount(amount, transfer.amount) && currency === transfer.currency
  )
  return (
    single(open.filter(isExact), "exact") ??
    single(named.slice(0, 1), "late") ??
    single(onAnyChain, "network") ??
    single(open.length ? [] : shown.filter(isExact), "late") ??
    unmatched
  )
}

/** Null unless exactly one payment fits. */
function single(
  [payment, ...others]: readonly SeenCandidate[],
  reason: TransferReason
): TransferMatch | null {
  return payment && !others.length
    ? { is: "unreported", payment_id: payment.id, reason }
    : null
}

function idsOf(payments: readonly SeenCandidate[]): string[] {
  return payments.map(({ id }) => id)
}

/**
 * Finds the transfer that a report means, of those that its transaction made to
 * the payment's address: the nearest one in its coin, or else in another.
 */
export function meantBy<T extends Coins & Pick<Deposit, "log_index">>(
  report: Coins,
  transfers: readonly T[]
): T | undefined {
  const isOther = ({ currency }: T) => Number(currency !== report.currency)
  const distance = ({ amount }: T) =>
    Math.abs(Number(differenceOf(amount, report.amount)))
  return transfers.toSorted(
    (a, b) =>
      isOther(a) - isOther(b) ||
      distance(a) - distance(b) ||
      Number(a.log_index) - Number(b.log_index)
  )[0]
}

/**
 * Finds the deposit of a transfer's payment that is the same money, and that no
 * chain shows yet: the gateway named it, or the merchant found a part of it.
 *
 * @param own deposits of the payment
 * @param transfers those that the transaction made to the address, unconfirmed
 */
export function findFound<T extends Deposit>(
  seen: Deposit,
  own: readonly T[],
  transfers: readonly Deposit[]
): T | undefined {
  return seen.confirmed_at
    ? undefined
    : own.find((each) =>
        each.tx_hash === null
          ? isPartFound(each, seen) &&
            !isLater(seen.arrived_at, each.arrived_at)
          : each.tx_hash === seen.tx_hash &&
            each.chain === seen.chain &&
            each.log_index === null &&
            meantBy(each, transfers)?.id === seen.id
      )
}

/**
 * Whether only the merchant has found a deposit, which may be a part of what the
 * gateway reports later, or its chain shows.
 */
export function isPartFound(deposit: Deposit, coins: Coins): boolean {
  return (
    !isCertain(deposit) &&
    deposit.tx_hash === null &&
    isSameCoins({ ...deposit, amount: coins.amount }, coins) &&
    !isMoreThan(deposit.amount, coins.amount)
  )
}

/** Whether one arrived after another, whichever clocks say so. */
export function isLater(one: Date, other: Date): boolean {
  return one > shownBefore(other)
}
