import type { AdminPrice, AdminPriceSource } from "../../../http-types"
import type { Stablecoin } from "../../../gateway"
import { coinProblem, DOLLAR, nameOf, rateOf } from "../../../pricing"
import type { PriceSourceRow } from "../repository/prices/sources"
import type { Settings } from "../settings/settings"

/** The configured currencies other than the dollar, and their coins. */
export function otherCurrencies({
  values,
}: Pick<Settings, "values">): [code: string, coins: Stablecoin[]][] {
  const configured = values["general.currencies"]?.value ?? {}
  return (Object.entries(configured) as [string, Stablecoin[]][])
    .filter(([code]) => code !== DOLLAR)
    .sort(([one], [other]) => one.localeCompare(other))
}

/** The present price of every other currency, or why it has none. */
export function pricesNow(settings: Settings, now = new Date()): AdminPrice[] {
  const { pricing, rows } = settings
  return otherCurrencies(settings).map(([currency, configured]) => {
    if (!pricing.ok) {
      const none = { coins: [], rate: null, sources: [] }
      return { currency, ...none, reason: "not_configured" }
    }
    const rate = rateOf(currency, pricing.value, rows.prices, now)
    const problemOf = (coin: Stablecoin) =>
      coinProblem(coin, pricing.value, rows.prices, now)
    const coins = configured.filter((coin) => !problemOf(coin))
    const problem = coins.length ? null : problemOf(configured[0]!)
    const { sources } = rate
    return rate.ok
      ? {
          ...{ currency, coins, sources, rate: rate.value },
          reason: problem && (problem === "depegged" ? problem : "no_coin"),
        }
      : { currency, coins, sources, rate: null, reason: rate.reason }
  })
}

/** When each source that is fetched was read last, and why prices are missing. */
export function sourcesNow(
  { pricing }: Settings,
  rows: readonly PriceSourceRow[]
): AdminPriceSource[] {
  const sources = pricing.ok ? pricing.value.sources : []
  return sources
    .filter(({ type }) => type !== "fixed")
    .map((source) => {
      const row = rows.find(
        ({ definition }) => definition === JSON.stringify(source)
      )
      const { fetched_at = null, problem = null } = row ?? {}
      return {
        source: nameOf(source),
        fetched_at: fetched_at && new Date(fetched_at).toISOString(),
        problem,
      }
    })
}
