import { differenceOf, isMoreThan, isSameAmount, sumOf } from "./money"
import type { Rail } from "./rails"

/** Coins of a merchant. The amount is an exact decimal. */
export type Coins = { amount: string; currency: string; chain: string | null }

/**
 * One amount of one coin that arrived, or is reported to have arrived. A
 * transfer is one deposit, also if the gateway, a chain and the merchant report
 * it. Hashes and addresses are in lower case.
 */
export type Deposit = Coins & {
  id: string
  /** Null while its payment is unknown. */
  payment_id: string | null
  rail: Rail
  /** `test`, `live` or another value of the gateway; null if unknown. */
  mode: string | null
  tx_hash: string | null
  /** Position in its block, which tells transfers of a transaction apart. */
  log_index: number | null
  /** Identifies a report without a transaction hash. */
  gateway_reference: string | null
  /** Address that it came from; null if unknown. */
  sender: string | null
  destination_address: string | null
  /** Time of its block, or of the gateway's report. */
  arrived_at: Date
  /** When the gateway reported it as paid. */
  confirmed_at: Date | null
  /** When its chain first showed it in a final block. */
  seen_at: Date | null
  created_at: Date
}

/**
 * Uses of a deposit:
 * - `capture`: its payment was captured with it
 * - `refund`: it is sent back, or due to be
 * - `kept`: the merchant keeps it, such as for an order placed manually
 */
export const ALLOCATION_KINDS = ["capture", "refund", "kept"] as const
export type AllocationKind = (typeof ALLOCATION_KINDS)[number]

/** A part of a deposit, and what it is used for. */
export type Allocation = {
  id: string
  deposit_id: string
  kind: AllocationKind
  /** Exact decimal in the deposit's coin. */
  amount: string
  refund_id: string | null
  /** The order that the kept money paid for. */
  order_id: string | null
  /** Its worth in the cart's currency, where a dollar is not a coin. */
  cart_amount: string | null
  reason: string | null
  /** Medusa's id of the actor; null for the plugin itself. */
  allocated_by: string | null
  created_at: Date
}

/** A deposit by use. Exact decimals that sum up to its amount. */
export type Balance = Record<AllocationKind, string> & { unallocated: string }

/** Sums the uses of a deposit. */
export function balanceOf(
  { amount }: Pick<Deposit, "amount">,
  allocations: readonly Pick<Allocation, "kind" | "amount">[]
): Balance {
  const of = (...kinds: readonly AllocationKind[]) =>
    sumOf(
      allocations.flatMap((each) =>
        kinds.includes(each.kind) ? each.amount : []
      )
    )
  return {
    capture: of("capture"),
    refund: of("refund"),
    kept: of("kept"),
    unallocated: differenceOf(amount, of(...ALLOCATION_KINDS)),
  }
}

/** The captured part of a payment in Medusa. */
export type Captured = {
  /** Whether that is the whole amount. */
  captured: boolean
  /** Its captures less what is due for its refunds, in the deposit's coin. */
  taken: string
}

/**
 * Counts only what Medusa has captured as captured. A deposit is allocated
 * before Medusa captures, which may then fail, or capture a part. Medusa deletes
 * the payments of a draft order with it.
 */
export function asCaptured(balance: Balance, own: Captured | null): Balance {
  const { capture, unallocated } = balance
  const taken = own?.taken ?? "0.00"
  if (own?.captured || !isMoreThan(capture, taken)) {
    return balance
  }
  const uncaptured = differenceOf(capture, taken)
  return {
    ...balance,
    capture: taken,
    unallocated: sumOf([unallocated, uncaptured]),
  }
}

/** Whether a deposit has a rest that nothing uses. */
export function hasRest({
  unallocated,
}: Pick<Balance, "unallocated">): boolean {
  return isMoreThan(unallocated, "0")
}

/** Whether a part is sent back or kept, so that the rest is not captured. */
export function isReleased({ refund, kept }: Balance): boolean {
  return isMoreThan(sumOf([refund, kept]), "0")
}

/** Whether the gateway has reported it as paid. */
export function isConfirmed({
  confirmed_at,
}: Pick<Deposit, "confirmed_at">): boolean {
  return confirmed_at !== null
}

/** Whether the coins certainly arrived. */
export function isCertain({
  confirmed_at,
  seen_at,
}: Pick<Deposit, "confirmed_at" | "seen_at">): boolean {
  return confirmed_at !== null || seen_at !== null
}

/** Whether two sums of coins are the same. */
export function isSameCoins(a: Coins, b: Coins): boolean {
  return (
    isSameAmount(a.amount, b.amount) &&
    a.currency === b.currency &&
    a.chain === b.chain
  )
}
