import { isApart, type PriceValue, type StoredPrice } from "./rates"

/** Percent by which a price may differ from the one before. */
const JUMP = "20"

/** Time in which an implausible price has to be repeated to be believed. */
const BELIEVED_AFTER_MS = 24 * 3600_000

/**
 * Merges what a source answered into its earlier prices. A price that differs
 * absurdly from one before is refused, until the source has reported it for a
 * day, or the one before is too old anyway.
 *
 * @param maxAge seconds until a price is stale
 */
export function acceptPrices(
  before: Readonly<Record<string, StoredPrice>>,
  read: Readonly<Record<string, PriceValue>>,
  maxAge: number,
  now: Date
): Record<string, StoredPrice> {
  const accepted = Object.entries(read).map(([code, price]) => [
    code,
    accept(before[code], price, maxAge, now),
  ])
  return { ...before, ...Object.fromEntries(accepted) }
}

function accept(
  before: StoredPrice | undefined,
  price: PriceValue,
  maxAge: number,
  now: Date
): StoredPrice {
  const isFresh =
    before && now.getTime() - Date.parse(before.at) <= maxAge * 1000
  if (!isFresh || !isApart(price.value, before.value, JUMP)) {
    return price
  }
  const { refused } = before
  const isRepeated = refused && !isApart(price.value, refused.value, JUMP)
  const since = isRepeated ? refused.since : now.toISOString()
  return now.getTime() - Date.parse(since) >= BELIEVED_AFTER_MS
    ? price
    : { ...before, refused: { value: price.value, since } }
}
