import type { OverviewGroup } from "../../../http-types"
import { CHAINS, STABLECOINS } from "../../lib/words"

/**
 * Colors of Medusa's UI that differ from each other in both themes. A coin or
 * network always has the same one.
 */
const COLORS = [
  "var(--tag-green-icon)",
  "var(--tag-blue-icon)",
  "var(--tag-purple-icon)",
  "var(--tag-orange-icon)",
  "var(--tag-red-icon)",
  "var(--tag-blue-text)",
]
const OTHER = "var(--tag-neutral-icon)"

/** A CSS color. */
export function colorOf(by: OverviewGroup, key: string | null): string {
  const known: readonly string[] = by === "currency" ? STABLECOINS : CHAINS
  return COLORS[key === null ? -1 : known.indexOf(key)] ?? OTHER
}
