import { Decimal } from "./amount"
import {
  nameOf,
  pricesCoin,
  type PriceSource,
  type PricingSettings,
} from "./settings"

/** One unit of a currency, as a source prices it. */
export type PriceValue = {
  /** US dollars, a decimal string. */
  value: string
  /** When the source published it, ISO 8601. */
  at: string
}

/** A price as stored. It does not count while the source contradicts it. */
export type StoredPrice = PriceValue & {
  /** A price of about a day before it; without one, there is none as old. */
  base?: PriceValue
  /** The latest price too far from both, and since when there has been one. */
  refused?: PriceValue & { since: string }
}

/** The latest prices of a source that is fetched, by lower-case code. */
export type SourcePrices = {
  source: string
  prices: Readonly<Record<string, StoredPrice>>
}

/** A price with the name of its source. */
export type SourcedPrice = PriceValue & { source: string }

/** Why a currency has no rate. */
export type NoRate =
  /** The settings of the prices can't be used. */
  | "not_configured"
  /** No source names the currency. */
  | "no_source"
  /** Fewer sources than required have a fresh price. */
  | "stale"
  /** Their prices differ by more than the limit. */
  | "disagree"

/**
 * The rate of a currency: US dollars for one unit. `sources` are the fresh
 * prices, or all that are too few.
 */
export type Rate =
  | { ok: true; value: string; sources: SourcedPrice[] }
  | { ok: false; reason: NoRate; sources: SourcedPrice[] }

const DEFAULT_MAX_AGE = {
  // The ECB publishes nothing on weekends and on its holidays.
  ecb: 6 * 86_400,
  http: 15 * 60,
} as const

/** Seconds until a price of a source is stale. */
export function maxAgeOf(
  source: Exclude<PriceSource, { type: "fixed" }>
): number {
  return source.maxAge ?? DEFAULT_MAX_AGE[source.type]
}

/**
 * Returns the rate of a currency or a stablecoin: the median of all fresh
 * prices, if enough of them agree with it.
 *
 * @param code lower case
 */
export function rateOf(
  code: string,
  { sources, minSources, agreeWithin }: PricingSettings,
  fetched: readonly SourcePrices[],
  now: Date
): Rate {
  const known = sources.flatMap((source) => {
    const price = valueOf(code, source, fetched, now)
    return price ? { source: nameOf(source), ...price } : []
  })
  const pricesOf = (found: typeof known): SourcedPrice[] =>
    found.map(({ source, value, at }) => ({ source, value, at }))
  const fresh = pricesOf(known.filter(({ isFresh }) => isFresh))
  if (!known.length) {
    return { ok: false, reason: "no_source", sources: [] }
  }
  if (fresh.length < minSources) {
    return { ok: false, reason: "stale", sources: pricesOf(known) }
  }
  const value = medianOf(fresh.map((price) => price.value))
  const agreeing = fresh.filter(
    (price) => !isApart(price.value, value, agreeWithin)
  )
  return agreeing.length < minSources
    ? { ok: false, reason: "disagree", sources: fresh }
    : { ok: true, value, sources: fresh }
}

function valueOf(
  code: string,
  source: PriceSource,
  fetched: readonly SourcePrices[],
  now: Date
): (PriceValue & { isFresh: boolean }) | null {
  if (source.type === "fixed") {
    const value = source.rates[code]
    return value ? { value, at: now.toISOString(), isFresh: true } : null
  }
  const price = fetched.find((each) => each.source === nameOf(source))?.prices[
    code
  ]
  if (!price) {
    return null
  }
  const { value, at, refused } = price
  const age = now.getTime() - Date.parse(at)
  return { value, at, isFresh: !refused && age <= maxAgeOf(source) * 1000 }
}

/** Exact: the mean of two decimals has one more digit at most. */
function medianOf(values: readonly string[]): string {
  const sorted = values
    .map((value) => new Decimal(value))
    .sort((one, other) => one.comparedTo(other) ?? 0)
  const upper = sorted[Math.floor(sorted.length / 2)]!
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]!
  return upper.plus(lower).div(2).toFixed()
}

/** Whether a value differs from another by more than a share of that, in percent. */
export function isApart(value: string, from: string, percent: string): boolean {
  return new Decimal(value)
    .minus(from)
    .abs()
    .times(100)
    .gt(new Decimal(from).times(percent))
}

/** Why a stablecoin is not offered. */
export type CoinProblem = Exclude<NoRate, "no_source"> | "depegged"

/**
 * Returns why a stablecoin is not offered, or null. Where no source is set up to
 * price it, it counts as a dollar; elsewhere its price must be known.
 *
 * @param coin such as `USDC`
 */
export function coinProblem(
  coin: string,
  settings: PricingSettings,
  fetched: readonly SourcePrices[],
  now: Date
): CoinProblem | null {
  const code = coin.toLowerCase()
  const sources = settings.sources.filter((source) => pricesCoin(source, code))
  if (!sources.length) {
    return null
  }
  const minSources = Math.min(settings.minSources, sources.length)
  const rate = rateOf(code, { ...settings, minSources }, fetched, now)
  if (rate.ok) {
    return isApart(rate.value, "1", settings.depegLimit) ? "depegged" : null
  }
  // Its sources have delivered nothing yet.
  return rate.reason === "no_source" ? "stale" : rate.reason
}
