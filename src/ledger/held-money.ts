import { isTestMoney } from "./authorization"
import { coinsOf, type Priced, type Uses, worthOf } from "./conversion"
import {
  type Balance,
  type Coins,
  type Deposit,
  hasRest,
  isCertain,
} from "./deposits"
import {
  isOfSettling,
  type ProblemLike,
  type StoredProblem,
  traitsOf,
} from "./exceptions"
import { isMoreThan, isSameAmount, lesserOf, toExactDecimal } from "./money"
import type { MedusaState } from "./medusa-state"
import type { Payment } from "./payment"
import { excessOf } from "./settlement-problems"
import { doubtOf, isHeld, readsChain } from "./proof"

/** Money that resolving an exception may refund, in whole or in part. */
export type HeldMoney = Coins & {
  /**
   * Whether it certainly arrived. If not, the merchant has to check the
   * gateway's portal and enter the amount.
   */
  confirmed: boolean
  /** Whether Medusa has captured it, so that Medusa refunds it. */
  captured: boolean
}

/** Fields of an exception that describe its money. */
export type OpenException = StoredProblem & {
  details: Record<string, string | null> | null
  deposit_id: string | null
}

/** A payment's part of the excess of its order, an exact decimal. */
export type Excess = { amount: string; is_captured: boolean }

/** The deposit of an exception, and its uses. */
export type ExceptionDeposit = { deposit: Deposit; balance: Balance }

/**
 * Returns the money that resolving an exception may send back, or null if that
 * is nothing. It is what is unallocated of its deposit, what was captured
 * without an order, or the excess that an edited order leaves of that. Where no
 * deposit is known, it is what may have arrived unreported. Simulated money, and
 * money that its order keeps, is null.
 *
 * @param payment its amount less what is known to have arrived for it
 * @param excess its part of what the order's payments exceed its total by, now,
 *   and whether Medusa has captured all of that payment
 */
export function heldMoney(
  exception: ProblemLike & Pick<OpenException, "details">,
  known: ExceptionDeposit | null,
  payment: (Coins & Pick<Payment, "status" | "deposit_id">) | null,
  excess: Excess | null
): HeldMoney | null {
  const traits = traitsOf(exception)
  const { about, money } = traits
  const { details } = exception
  if (money === "test" || money === "order") {
    return null
  }
  if (money === "excess") {
    return known && excess ? excessMoney(known, excess) : null
  }
  if (known) {
    const { deposit, balance } = known
    const captured = !hasRest(balance)
    // Money that has paid is about to be captured, also after other reports.
    const isToCapture =
      payment?.deposit_id === deposit.id &&
      isSameAmount(balance.unallocated, deposit.amount)
    if ((captured || isToCapture) && !isOfSettling(traits)) {
      return null
    }
    const amount = captured ? balance.capture : balance.unallocated
    const confirmed =
      money !== "unproven" &&
      (captured ||
        (isCertain(deposit) &&
          // The contract names only two modes, and one is simulated.
          (money !== "by_mode" || details?.mode === "live")))
    return isMoreThan(amount, "0")
      ? { ...sumIn(deposit, amount), confirmed, captured }
      : null
  }
  return payment &&
    payment.status !== "paid" &&
    isMoreThan(payment.amount, "0") &&
    (money === "unconfirmed" || about === "payment")
    ? { ...sumIn(payment, payment.amount), confirmed: false, captured: false }
    : null
}

/** The excess is returned from what is not captured yet first. */
function excessMoney(
  { deposit, balance }: ExceptionDeposit,
  { amount, is_captured }: Excess
): HeldMoney | null {
  const { capture, unallocated } = balance
  const captured = is_captured || !hasRest(balance)
  const most = captured ? capture : unallocated
  const part = lesserOf(amount, most)
  return isMoreThan(part, "0")
    ? { ...sumIn(deposit, part), confirmed: true, captured }
    : null
}

function sumIn({ currency, chain }: Coins, amount: string): Coins {
  return { amount, currency, chain }
}

/**
 * Returns the amount of a refund of held money, an exact decimal: the requested
 * amount, or all of it if it certainly arrived. Zero, or more than is held, is
 * refused. The admin's form proposes an amount of its own, in `resolve-values`.
 */
export function refundOfHeld(
  held: Pick<HeldMoney, "amount" | "confirmed">,
  requested?: string
): { amount: string } | { refused: "amount_required" | "exceeds_held" } {
  if (requested === undefined && !held.confirmed) {
    return { refused: "amount_required" }
  }
  const amount = requested ?? held.amount
  return isMoreThan(amount, "0") && !isMoreThan(amount, held.amount)
    ? { amount: toExactDecimal(amount) }
    : { refused: "exceeds_held" }
}

/**
 * Returns the worth of a part of held money in its cart's currency. All of what
 * Medusa captured, or of an excess, is worth what Medusa has.
 */
export function worthOfHeld(
  exception: ProblemLike,
  held: HeldMoney,
  amount: string,
  payment: Priced,
  medusa: Pick<MedusaState, "collection" | "payment"> | undefined,
  uses: Uses = []
): string {
  const isExcess = traitsOf(exception).money === "excess"
  const all = medusa && (isExcess ? excessOf(medusa) : medusa.payment?.held)
  // A part of the excess may be captured, and another not.
  const isAll = isExcess
    ? all && isSameAmount(amount, coinsOf(payment, all, uses))
    : held.captured && isSameAmount(amount, held.amount)
  return isAll && all ? all : worthOf(payment, amount, uses)
}

/**
 * Whether an open exception reports money that is not assigned yet. Money that
 * has an order, or may never have moved, is the merchant's business alone.
 */
export function isAboutHeldMoney(
  exception: OpenException,
  { status }: Pick<Payment, "status">
): boolean {
  const { about, money, isReadAgain } = traitsOf(exception)
  if (about === "deposit") {
    return (
      exception.deposit_id !== null && !isReadAgain && money !== "unconfirmed"
    )
  }
  if (about === "report") {
    // A readable report has arrived since.
    return status !== "paid"
  }
  return (
    about === "payment" &&
    money === "payment" &&
    // Some are opened before there is money.
    exception.details?.status === "paid"
  )
}

/** The payment of a deposit, and the policies that decide about its money. */
export type KeptPayment = { payment: Payment } & Pick<
  MedusaState,
  "current_account" | "chain_policy"
>

/**
 * Decides about money that was kept for an order, and that the order does not
 * ask for any more:
 * - `refund`: it is due to the buyer
 * - `ask`: it may never have arrived, so that the merchant decides again
 * - `keep`: no money moved
 */
export type KeptReturn = "refund" | "ask" | "keep"

/** @param of the deposit's payment; null for money of unknown origin */
export function keptReturn(
  deposit: Pick<Deposit, "id" | "confirmed_at" | "seen_at">,
  of: KeptPayment | null,
  now: Date
): KeptReturn {
  if (of && isTestMoney(of.payment, of.current_account)) {
    return "keep"
  }
  const isUnproven =
    of?.payment.deposit_id === deposit.id &&
    (isHeld(of.payment, of.chain_policy) ||
      (readsChain(of.chain_policy) && doubtOf(of.payment, now) !== null))
  return isCertain(deposit) && !isUnproven ? "refund" : "ask"
}
