import type { AdminPaymentDetail, AdminPricesResponse } from "../../http-types"
import type { Quote } from "../../pricing/quote"
import { useRead } from "./read"
import type { Texts } from "./use-texts"

/** Prices are fetched in the background, each at most once a minute. */
const ASKED_EVERY = 30_000

export function usePrices(): Partial<AdminPricesResponse> {
  const path = "/admin/stablecoin/prices"
  const { data } = useRead<AdminPricesResponse>(path, {
    refetchInterval: ASKED_EVERY,
  })
  return data ?? {}
}

/** The name of a source: `ecb` and `fixed` have none of their own. */
export function sourceName({ t }: Texts, source: string): string {
  return source === "ecb" || source === "fixed"
    ? t(`settings.sources.${source}`)
    : source
}

/** The basis of an amount: `European Central Bank 1.0832, surcharge 0.5 %`. */
export function basisText(
  texts: Texts,
  { sources, spread }: Pick<Quote, "sources" | "spread">
): string {
  const { t, rate } = texts
  return t("settings.prices.basis", {
    prices: pricesText(texts, sources),
    spread: rate(spread),
  })
}

/** The rate of a payment with its basis. Null where one dollar is one coin. */
export function rateText(
  texts: Texts,
  { rate, basis }: Pick<AdminPaymentDetail, "rate" | "basis">
): string | null {
  return rate && basis && `${texts.rate(rate)} (${basisText(texts, basis)})`
}

/** The prices of sources: `European Central Bank 1.0832`. */
export function pricesText(texts: Texts, sources: Quote["sources"]): string {
  return sources
    .map(
      ({ source, value }) => `${sourceName(texts, source)} ${texts.rate(value)}`
    )
    .join(", ")
}
