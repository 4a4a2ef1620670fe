import type { AdminDeposit } from "../../../http-types"
import type { Texts } from "../../lib/use-texts"

/** The part of a deposit without a use, or by how much its uses exceed it. */
export function leftText(
  { t, coins }: Pick<Texts, "t" | "coins">,
  { unallocated, currency }: Pick<AdminDeposit, "unallocated" | "currency">
): string {
  return unallocated.startsWith("-")
    ? t("deposits.tooMuch", { sum: coins(unallocated.slice(1), currency) })
    : coins(unallocated, currency)
}
