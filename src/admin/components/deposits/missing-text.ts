import type { AdminServedOrder } from "../../../http-types"
import { isMoreThan } from "../../../ledger/money"
import type { Texts } from "../../lib/use-texts"

/** States what is missing for an order that money is kept for. Null: nothing. */
export function missingText(
  { t, money }: Pick<Texts, "t" | "money">,
  order: AdminServedOrder | null | undefined
): string | null {
  return order && isMoreThan(order.missing, "0")
    ? t("deposits.use.missing", { sum: money(order.missing, order.currency) })
    : null
}
