import {
  type Imbalance,
  nameOf,
  type ProblemLike,
  toExactDecimal,
} from "../ledger"
import english from "./english.json"

type Texts = { readonly [key: string]: string | Texts }

/**
 * The title of a problem, for readers whose language is not known. Undefined
 * for a problem of a later version.
 */
export function englishTitle(problem: ProblemLike): string | undefined {
  const path = [...nameOf(problem).split("."), "title"]
  const title = path.reduce<string | Texts | undefined>(
    (texts, key) => (typeof texts === "object" ? texts[key] : undefined),
    english.kind
  )
  return typeof title === "string" ? title : undefined
}

/** Describes an imbalance: the deposit or order, the difference, and both sums. */
export function describeImbalance(imbalance: Imbalance): string {
  const { deposit_id, order_id, reason, currency } = imbalance
  const sum = (amount: string) => `${toExactDecimal(amount)} ${currency}`
  return `${deposit_id ?? order_id}: ${english.imbalance[reason]} Expected ${sum(imbalance.expected)}, found ${sum(imbalance.found)}.`
}
