import { isApart, type PriceValue, type StoredPrice } from "./rates"

/** Percent by which a price may differ from the one before. */
const JUMP = "20"

/** Time in which an implausible price has to be repeated to be believed. */
const BELIEVED_AFTER_MS = 24 * 3600_000

/**
 * Merges what a source answered into its earlier prices. A price that differs
 * absurdly from the one before is refused, until the source has reported it for a
 * day.
 */
export function acceptPrices(
  before: Readonly<Record<string, StoredPrice>>,
  read: Readonly<Record<string, PriceValue>>,
  now: Date
): Record<string, StoredPrice> {
  const accepted = Object.entries(read).map(([code, price]) => [
    code,
    accept(before[code], price, now),
  ])
  return { ...before, ...Object.fromEntries(accepted) }
}

function accept(
  before: StoredPrice | undefined,
  price: PriceValue,
  now: Date
): StoredPrice {
  if (!before || !isApart(price.value, before.value, JUMP)) {
    return price
  }
  const { refused } = before
  const isRepeated = refused && !isApart(price.value, refused.value, JUMP)
  const since = isRepeated ? refused.since : now.toISOString()
  return now.getTime() - Date.parse(since) >= BELIEVED_AFTER_MS
    ? price
    : { ...before, refused: { value: price.value, since } }
}

/** One sentence for each price that is refused. */
export function refusedPrices(
  prices: Readonly<Record<string, StoredPrice>>
): string[] {
  return Object.entries(prices).flatMap(([code, { value, refused }]) =>
    refused
      ? `${code.toUpperCase()}: ${refused.value} is refused, since it differs too much from ${value}.`
      : []
  )
}
