import { useTexts } from "../lib/use-texts"

/** Formats coins with their network, if they have one: `10.50 USDT on Polygon`. */
export function useCoinsText() {
  return useTexts().coinsText
}
