import type { PricingSettings, SourcePrices } from "../index"

export const NOW = new Date("2026-11-27T16:00:00Z")

export function pricing(
  changes: Partial<PricingSettings> = {}
): PricingSettings {
  return {
    sources: [],
    minSources: 1,
    agreeWithin: "1",
    spread: "0",
    lockFor: 900,
    lateTolerance: "1",
    depegLimit: "2",
    ...changes,
  }
}

/** An HTTP source by its name. */
export const http = (name: string, coins = false) => ({
  type: "http" as const,
  name,
  url: "https://rates.example/{currency}",
  pointer: "/rate",
  coins,
})

/** Prices that a source reported some seconds ago. */
export function fetched(
  source: string,
  values: Record<string, string>,
  secondsAgo = 0
): SourcePrices {
  const at = new Date(NOW.getTime() - secondsAgo * 1000).toISOString()
  const prices = Object.entries(values).map(([code, value]) => [
    code,
    { value, at },
  ])
  return { source, prices: Object.fromEntries(prices) }
}
