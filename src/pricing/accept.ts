import { isCoin } from "./dollar"
import { isApart, type PriceValue, type StoredPrice } from "./rates"

/** Percent by which a price may differ from the one before, and from a day's. */
const JUMP = "20"

/** Time in which an implausible price has to be repeated to be believed. */
const DAY_MS = 24 * 3600_000

/** The codes that a source was asked for, and its maximum age in seconds. */
type Asked = { codes: readonly string[]; maxAge: number }

/**
 * Merges what a source answered into its earlier prices of the codes that it was
 * asked for. A price that differs absurdly from earlier ones is refused, until
 * the source has reported it for a day.
 */
export function acceptPrices(
  before: Readonly<Record<string, StoredPrice>>,
  read: Readonly<Record<string, PriceValue>>,
  { codes, maxAge }: Asked,
  now: Date
): Record<string, StoredPrice> {
  const comparableMs = Math.max(maxAge * 1000, DAY_MS)
  const accepted = codes.flatMap((code): [string, StoredPrice][] => {
    const [known, answer] = [before[code], read[code]]
    const price = answer ? dated(answer, known, now) : known
    if (!price) {
      return []
    }
    const isCompared =
      known &&
      answer &&
      // To refuse the jump of a coin would hide that it has lost its peg.
      !isCoin(code) &&
      !isOlder((known.refused ?? known).at, comparableMs, now)
    return [[code, isCompared ? accept(known, price, now) : price]]
  })
  return Object.fromEntries(accepted)
}

/** A date in the future counts as the time when the price was first read. */
function dated(
  price: PriceValue,
  before: StoredPrice | undefined,
  now: Date
): PriceValue {
  if (Date.parse(price.at) <= now.getTime()) {
    return price
  }
  const isSame = before?.value === price.value
  return { ...price, at: isSame ? before.at : now.toISOString() }
}

function accept(
  before: StoredPrice,
  price: PriceValue,
  now: Date
): StoredPrice {
  const { value, at, refused, base = { value, at } } = before
  const isJump = [value, base.value].some((earlier) =>
    isApart(price.value, earlier, JUMP)
  )
  if (!isJump) {
    return {
      ...price,
      base: isOlder(base.at, DAY_MS, now) ? { value, at } : base,
    }
  }
  const isRepeated = refused && !isApart(price.value, refused.value, JUMP)
  const since = isRepeated ? refused.since : now.toISOString()
  return now.getTime() - Date.parse(since) >= DAY_MS
    ? price
    : { ...before, refused: { ...price, since } }
}

function isOlder(at: string, ms: number, now: Date): boolean {
  return now.getTime() - Date.parse(at) > ms
}

/** One sentence for each price that is refused. */
export function refusedPrices(
  prices: Readonly<Record<string, StoredPrice>>
): string[] {
  return Object.entries(prices).flatMap(([code, { value, base, refused }]) =>
    refused
      ? `${code.toUpperCase()}: ${refused.value} is refused, since it differs too much from ${[...new Set([value, base?.value ?? value])].join(" or ")}.`
      : []
  )
}
