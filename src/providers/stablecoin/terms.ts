import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { Chain, Stablecoin } from "../../gateway"
import {
  amountOf,
  type CoinProblem,
  type NoRate,
  type Price,
} from "../../pricing"
import {
  type AmountDue,
  isSameSum,
  type NotPayable,
  type Rail,
  toAmount,
  toExactDecimal,
  toMinorUnits,
  toWireNumber,
  whyNotPayable,
} from "../../ledger"
import type {
  GeneralSettings,
  MedusaSession,
  Pricing,
  Resolved,
} from "../../modules/stablecoin/types"
import { limitsOf, type Limits, takesNewPayments } from "../../settings"
import { invalid, notAllowed, notConfigured } from "./errors"

/** An amount to be paid, in the currency of the cart. */
export type Sum = {
  /** Exact decimal. */
  cartAmount: string
  /** Lower case. */
  cartCurrency: string
  region_id: string | null
  /** How it is converted to stablecoins. */
  pricing: Pricing
}

/**
 * Converts an amount of Medusa's (a number, a string or `{ value, precision }`)
 * to an exact decimal string.
 */
export function fromMedusa(amount: BigNumberInput): string {
  return toExactDecimal(MathBN.convert(amount).toFixed())
}

/**
 * Terms of every payment of an amount on a rail, whatever a storefront sends
 * with it.
 */
export type Terms<TSettings> = {
  general: GeneralSettings
  settings: TSettings
  /** Amount due at the gateway: two decimals, in any of the stablecoins. */
  amount: string
  /** Never empty; the first is the default. */
  stablecoins: readonly Stablecoin[]
  /** The limits of the region on a chain, of the coins that it takes. */
  limitsOn(chain: Chain | null, coins: readonly Stablecoin[]): Limits
  price: Exclude<Price, { kind: "none" }>
}

/**
 * Returns the terms on which an amount can be paid on a rail. Starts and the
 * offers to a storefront both use them, so that a start can't reject what was
 * offered.
 *
 * @throws MedusaError (400) with what prevents every payment of this amount
 */
export function termsOf<TSettings>(
  rail: Rail,
  general: Resolved<GeneralSettings>,
  settings: Resolved<TSettings>,
  { cartAmount, cartCurrency, region_id, pricing }: Sum
): Terms<TSettings> {
  if (!general.ok || !settings.ok) {
    throw notConfigured(
      rail,
      [general, settings].flatMap((part) => (part.ok ? [] : part.problems))
    )
  }
  assertTakesNew(rail, general.value)
  const stablecoins = general.value.currencies[cartCurrency]
  if (!stablecoins?.length) {
    throw invalid(
      `A cart in ${cartCurrency.toUpperCase()} can't be paid in stablecoins: no stablecoin is configured for it. Add ${cartCurrency} to currencies in the admin (Settings → Stablecoin payments), or in the plugin's options.`
    )
  }
  const { price } = pricing
  if (price.kind === "none") {
    throw notAllowed(
      `A cart in ${cartCurrency.toUpperCase()} can't be paid in stablecoins at the moment: ${NO_PRICE[price.reason]}`
    )
  }
  const offered = stablecoins.filter((coin) => !pricing.problemOf(coin))
  if (!offered.length) {
    const problems = new Set(stablecoins.map(pricing.problemOf))
    const reasons = [...problems].map((problem) => problem && NO_PRICE[problem])
    throw notAllowed(
      `${stablecoins.join(" and ")} can't be paid with at the moment: ${reasons.join(" ")}`
    )
  }
  return {
    general: general.value,
    settings: settings.value,
    amount: dueFor(cartAmount, price),
    stablecoins: offered,
    limitsOn: (chain, coins) =>
      limitsOf(general.value.rules, region_id, chain, coins),
    price,
  }
}

const NO_PRICE: Record<NoRate | CoinProblem, string> = {
  not_configured:
    "the settings of its price can't be used. Correct pricing in the plugin's options, or in the admin.",
  no_source:
    "no source has its price. Add one to pricing in the plugin's options, or in the admin (Settings → Stablecoin payments), such as the ECB.",
  stale: "the price is not known right now. Choose another way to pay.",
  disagree:
    "the sources of the price contradict each other. Choose another way to pay.",
  depegged: "the price differs too much from a dollar.",
}

/**
 * Returns the amount due at the gateway for a cart's amount, with two decimals:
 * of dollars rounded half up, by a quote rounded up. No other amount of a
 * payment is rounded.
 *
 * @throws MedusaError (400) when nothing is due, or more than a JSON number
 *   represents exactly
 */
export function dueFor(
  cartAmount: string,
  price: Terms<unknown>["price"]
): string {
  const due =
    price.kind === "par"
      ? toAmount(cartAmount)
      : amountOf(cartAmount, price.quote)
  if (toMinorUnits(due) <= 0n) {
    throw invalid(
      `An amount of ${cartAmount} can't be paid in stablecoins: it must be at least 0.01.`
    )
  }
  if (toAmount(toWireNumber(due)) !== due) {
    throw invalid(
      `An amount of ${cartAmount} is too large to be paid in stablecoins.`
    )
  }
  return due
}

/** @throws MedusaError (400) when the buyer was shown another amount */
export function assertShown(shown: string | undefined, amount: string): void {
  if (shown !== undefined && shown !== amount) {
    throw notAllowed(
      `The amount due is now ${amount}, and the buyer was shown ${shown}. List the options again, and start the payment with their amount.`
    )
  }
}

/** @throws MedusaError (400) while the merchant takes no new payments on a rail */
export function assertTakesNew(
  rail: Rail,
  { acceptNewPayments }: Pick<GeneralSettings, "acceptNewPayments">
): void {
  if (!takesNewPayments(acceptNewPayments, rail)) {
    throw notAllowed(
      `No new stablecoin payment (${rail}) can be started at the moment. Choose another way to pay.`
    )
  }
}

const REFUSALS: Record<NotPayable, string> = {
  order_cancelled: "This order was cancelled, so nothing is due for it.",
  cancelled:
    "This was cancelled, so nothing is due for it. Check the order's amount due.",
  paid: "This order is paid already.",
  being_placed:
    "The money for this cart has arrived. Its order is being placed, or was placed by the shop.",
}

/**
 * Returns the amount due of a new session's collection.
 *
 * @throws MedusaError (400) when it can't be paid: it is paid, was cancelled,
 *   or differs from its session's amount
 */
export function assertPayable(session: MedusaSession): AmountDue {
  const { collection, cart_id, is_being_placed, order } = session
  const has_cart = cart_id !== null
  const due = { ...collection, is_being_placed, has_cart, order }
  const why = whyNotPayable(due)
  if (why) {
    throw notAllowed(REFUSALS[why])
  }
  // Medusa reads the collection and stores the session without a lock, so the
  // cart may have changed in between.
  if (
    session.currency !== collection.currency ||
    !isSameSum(session.amount, collection.amount)
  ) {
    throw notAllowed(
      `The cart changed while the payment was started: it now totals ${toExactDecimal(collection.amount)} ${collection.currency}, and the payment session is for ${toExactDecimal(session.amount)} ${session.currency}. Start the payment again.`
    )
  }
  return due
}
