import type { Logger } from "@medusajs/framework/types"
import { STABLECOINS } from "../../../gateway"
import type { RefundToday } from "../../../http-types"
import { isMoreThan, isLate, type Payment } from "../../../ledger"
import {
  acceptPrices,
  amountOf,
  coinProblem,
  type CoinProblem,
  DOLLAR,
  type FetchedSource,
  isWorth,
  maxAgeOf,
  nameOf,
  newQuoteOf,
  type Price,
  priceOf,
  pricesCoin,
  refusedPrices,
  type PricingSettings,
  type Quote,
  readSource,
  textGetter,
  worthAt,
} from "../../../pricing"
import { messageOf } from "../../../shared/message-of"
import type { Repository } from "../repository"
import { newId } from "../repository/new-id"
import type { PriceSourceRow } from "../repository/prices/sources"
import type { AdminSettings } from "../settings/admin-settings"
import type { Settings } from "../settings/settings"
import type { Payments } from "./payments"
import { otherCurrencies } from "./price-list"

/** A cart, or an amount due without one, and the quote that its buyer was shown. */
export type Purchase = {
  purchase_id: string
  /** Lower case. */
  currency: string
  quote: Quote | null
}

/** How a purchase is priced, and in which coins. */
export type Pricing = {
  price: Price
  /** Why a stablecoin is not offered; null while it counts as a dollar. */
  problemOf(coin: string): CoinProblem | null
}

/** Prices a purchase with the effective settings. Fetches nothing. */
export function pricingOf(
  { pricing, rows: { prices } }: Settings,
  { purchase_id, currency, quote }: Purchase,
  now = new Date()
): Pricing {
  if (!pricing.ok) {
    const price: Price =
      currency === DOLLAR
        ? { kind: "par" }
        : { kind: "none", reason: "not_configured" }
    return { price, problemOf: () => null }
  }
  const settings = pricing.value
  const purchase = { id: newId("stquo"), purchase_id, currency }
  return {
    price: priceOf(purchase, quote, settings, prices, now),
    problemOf: (coin) => coinProblem(coin, settings, prices, now),
  }
}

/** Seconds between two fetches, and until the next one after a failure. */
const ECB_SECONDS = 3600
const RETRY_SECONDS = 60

type PricesParts = {
  repository: Pick<Repository, "prices" | "refunds" | "deposits">
  settings: Pick<AdminSettings, "effective">
  payments: Pick<Payments, "apply" | "find">
  logger: Logger
}

/** The prices of a store: fetched in the background, kept for buyers, compared. */
export class Prices {
  constructor(private readonly parts: PricesParts) {}

  /** Stores a new price that a buyer is shown, who has it for a while. */
  async keep(price: Price): Promise<void> {
    const quote = newQuoteOf(price)
    if (quote) {
      await this.parts.repository.prices.insertQuote(quote)
    }
  }

  /**
   * Compares money that was reported after its price had expired with what its
   * cart costs now, unless the chain shows that it arrived before.
   */
  async judge(payment: Payment): Promise<void> {
    const { id, quote_id, cart_amount, locked_until, deposit_id } = payment
    const { repository, payments } = this.parts
    const [{ now, isOffered, tolerance }, shown, paid_at] = await Promise.all([
      this.#priceNow(payment),
      repository.prices.findQuote(String(quote_id)),
      repository.deposits.findBlockTime(String(deposit_id)),
    ])
    const isInTime = paid_at !== null && !isLate({ locked_until, paid_at })
    const late_price = {
      shown_rate: shown?.rate ?? null,
      rate: now?.rate ?? null,
      due: now && amountOf(cart_amount, now),
      accepted:
        isInTime ||
        (now !== null && isOffered && isWorth(payment, now, tolerance)),
    }
    await payments.apply(id, { kind: "priced", late_price }, "settle")
  }

  /** The coins that a refund is worth now; null without a rate to choose. */
  async refundToday(id: string): Promise<RefundToday | null> {
    const { repository, payments } = this.parts
    const refund = await repository.refunds.find(id)
    const payment =
      refund?.status === "due" && refund.payment_id
        ? await payments.find({ id: refund.payment_id })
        : null
    // Another coin has another price.
    if (!payment?.quote_id || refund?.currency !== payment.currency) {
      return null
    }
    const { now, isOffered } = await this.#priceNow(payment)
    const amount = now && worthAt(refund.cart_amount, now.rate)
    return amount && isOffered && isMoreThan(amount, "0")
      ? { rate: now.rate, amount }
      : null
  }

  /** The price of a payment's cart now, also if its buyer was shown another. */
  async #priceNow({ id, currency, cart_currency }: Payment) {
    const effective = await this.parts.settings.effective()
    const { price, problemOf } = pricingOf(effective, {
      purchase_id: id,
      currency: cart_currency,
      quote: null,
    })
    const { pricing } = effective
    const problem = problemOf(currency)
    const isKnown = problem === null || problem === "depegged"
    return {
      now: price.kind === "quoted" && isKnown ? price.quote : null,
      isOffered: problem === null,
      tolerance: pricing.ok ? pricing.value.lateTolerance : "0",
    }
  }

  /** Fetches the sources that are due. */
  async refresh(now = new Date()): Promise<void> {
    const effective = await this.parts.settings.effective()
    const { pricing } = effective
    if (!pricing.ok) {
      return
    }
    const sources = pricing.value.sources.filter(
      (source): source is FetchedSource => source.type !== "fixed"
    )
    if (!sources.length) {
      return
    }
    const currencies = otherCurrencies(effective).map(([code]) => code)
    const claimed = await this.parts.repository.prices.claim(
      sources.map((source) => ({
        source: nameOf(source),
        definition: JSON.stringify(source),
        codes: codesOf(source, currencies).join(","),
        // A process that dies before it has stored the answer delays no other.
        next_fetch_at: inSeconds(now, RETRY_SECONDS),
      })),
      now
    )
    await Promise.all(
      claimed.map(async (row) => {
        const source = sources.find((each) => nameOf(each) === row.source)!
        const codes = codesOf(source, currencies)
        await this.#fetch(source, codes, row, pricing.value, now)
      })
    )
  }

  async #fetch(
    source: FetchedSource,
    codes: readonly string[],
    row: PriceSourceRow,
    { addressScope }: PricingSettings,
    now: Date
  ): Promise<void> {
    const get = textGetter(addressScope === "public")
    const read = await readSource(source, codes, get, now).catch(
      (error: unknown) => ({ prices: {}, problems: [messageOf(error)] })
    )
    const asked = { codes, maxAge: maxAgeOf(source) }
    const prices = acceptPrices(row.prices, read.prices, asked, now)
    const problems = [...read.problems, ...refusedPrices(prices)]
    const problem = problems.slice(0, 5).join(" ") || null
    if (problem && problem !== row.problem) {
      this.parts.logger.warn(
        `Stablecoin payments: prices of ${row.source} are missing: ${problem}`
      )
    }
    await this.parts.repository.prices.store({
      ...row,
      prices,
      problem,
      fetched_at: now,
      next_fetch_at: inSeconds(
        now,
        Object.keys(read.prices).length ? intervalOf(source) : RETRY_SECONDS
      ),
    })
  }
}

function codesOf(
  source: FetchedSource,
  currencies: readonly string[]
): string[] {
  const coins = STABLECOINS.map((coin) => coin.toLowerCase())
  return [...currencies, ...coins.filter((coin) => pricesCoin(source, coin))]
}

/** A price is fetched well before it is too old. */
function intervalOf(source: FetchedSource): number {
  const often = source.type === "ecb" ? ECB_SECONDS : RETRY_SECONDS
  return Math.min(often, Math.floor(maxAgeOf(source) / 3))
}

function inSeconds(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
