import { amountOf, Decimal } from "./amount"
import { DOLLAR } from "./dollar"
import {
  type NoRate,
  rateOf,
  type SourcedPrice,
  type SourcePrices,
} from "./rates"
import type { PricingSettings } from "./settings"

/**
 * A price that a buyer was shown: what one unit of the cart's currency is worth,
 * and what that is based on.
 */
export type Quote = {
  id: string
  /** The cart, or the payment collection of an amount due without one. */
  purchase_id: string
  /** The cart's, lower case. */
  currency: string
  /** US dollars for one unit, a decimal string. */
  rate: string
  /** Percent that is added. */
  spread: string
  /** The fresh prices whose median the rate is. */
  sources: SourcedPrice[]
  /**
   * ISO 8601: until when payments may be started with it. With the first one, it
   * becomes `locked_until`.
   */
  valid_until: string
  /** ISO 8601: until when the money of its payments has this price. */
  locked_until: string
}

/** How an amount due is converted to stablecoins. */
export type Price =
  /** One dollar is one coin. */
  | { kind: "par" }
  /** `isNew`: the quote is not stored yet. */
  | { kind: "quoted"; quote: Quote; isNew: boolean }
  | { kind: "none"; reason: NoRate }

/**
 * Returns the price of a purchase: the quote that its buyer was shown, while it
 * is valid, or a new one.
 *
 * @param shown the oldest valid quote of the purchase in its currency
 */
export function priceOf(
  purchase: Pick<Quote, "id" | "purchase_id" | "currency">,
  shown: Quote | null,
  settings: PricingSettings,
  fetched: readonly SourcePrices[],
  now: Date
): Price {
  if (purchase.currency === DOLLAR) {
    return { kind: "par" }
  }
  if (shown) {
    return { kind: "quoted", quote: shown, isNew: false }
  }
  const rate = rateOf(purchase.currency, settings, fetched, now)
  if (!rate.ok) {
    return { kind: "none", reason: rate.reason }
  }
  const { value, sources } = rate
  const { spread, lockFor } = settings
  const locked = (times: number): string =>
    new Date(now.getTime() + times * lockFor * 1000).toISOString()
  const quote = {
    ...{ ...purchase, rate: value, spread, sources },
    valid_until: locked(1),
    locked_until: locked(2),
  }
  return { kind: "quoted", quote, isNew: true }
}

/** The quote of a price that is not stored yet, or null. */
export function newQuoteOf(price: Price): Quote | null {
  return price.kind === "quoted" && price.isNew ? price.quote : null
}

/**
 * Whether an amount in a stablecoin is worth what its cart costs at another
 * rate, within a tolerance in percent.
 */
export function isWorth(
  { amount, cart_amount }: { amount: string; cart_amount: string },
  at: Pick<Quote, "rate" | "spread">,
  tolerance: string
): boolean {
  const due = new Decimal(amountOf(cart_amount, at))
  return new Decimal(amount)
    .times(100)
    .gte(due.times(new Decimal(100).minus(tolerance)))
}
