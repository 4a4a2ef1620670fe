import type { Logger } from "@medusajs/framework/types"
import { STABLECOINS } from "../../../gateway"
import type { Payment } from "../../../ledger"
import {
  acceptPrices,
  amountOf,
  DOLLAR,
  type FetchedSource,
  isDepegged,
  isWorth,
  maxAgeOf,
  nameOf,
  newQuoteOf,
  type Price,
  priceOf,
  refusedPrices,
  type PricingSettings,
  type Quote,
  readSource,
  textGetter,
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
  /** Whether a stablecoin is worth about a dollar. */
  isOffered(coin: string): boolean
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
    return { price, isOffered: () => true }
  }
  const settings = pricing.value
  const purchase = { id: newId("stquo"), purchase_id, currency }
  return {
    price: priceOf(purchase, quote, settings, prices, now),
    isOffered: (coin) => !isDepegged(coin, settings, prices, now),
  }
}

/** Seconds between two fetches, and until the next one after a failure. */
const ECB_SECONDS = 3600
const RETRY_SECONDS = 60

type PricesParts = {
  repository: { prices: Repository["prices"] }
  settings: Pick<AdminSettings, "effective">
  payments: Pick<Payments, "apply">
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
   * Compares money that arrived after its price had expired with what its cart
   * costs now.
   */
  async judge(payment: Payment): Promise<void> {
    const { id, quote_id, currency, cart_amount, cart_currency } = payment
    const { repository, settings, payments } = this.parts
    const [effective, shown] = await Promise.all([
      settings.effective(),
      repository.prices.findQuote(String(quote_id)),
    ])
    const { price, isOffered } = pricingOf(effective, {
      purchase_id: id,
      currency: cart_currency,
      quote: null,
    })
    const now = price.kind === "quoted" ? price.quote : null
    const tolerance = effective.pricing.ok
      ? effective.pricing.value.lateTolerance
      : "0"
    const late_price = {
      shown_rate: shown?.rate ?? null,
      rate: now?.rate ?? null,
      due: now && amountOf(cart_amount, now),
      accepted:
        now !== null && isOffered(currency) && isWorth(payment, now, tolerance),
    }
    await payments.apply(id, { kind: "priced", late_price }, "settle")
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
        next_fetch_at: inSeconds(now, intervalOf(source)),
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
    const prices = acceptPrices(row.prices, read.prices, now)
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
  const pricesCoins = source.type === "http" && source.coins
  const coins = pricesCoins ? STABLECOINS.map((coin) => coin.toLowerCase()) : []
  return [...currencies, ...coins]
}

/** A price is fetched well before it is too old. */
function intervalOf(source: FetchedSource): number {
  const often = source.type === "ecb" ? ECB_SECONDS : RETRY_SECONDS
  return Math.min(often, Math.floor(maxAgeOf(source) / 3))
}

function inSeconds(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
