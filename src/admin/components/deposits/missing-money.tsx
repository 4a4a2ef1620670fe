import { Button } from "@medusajs/ui"
import type { AdminServedOrder } from "../../../http-types"
import { isMoreThan } from "../../../ledger/money"
import { useCopyLink } from "../../lib/use-copy-link"
import { type Texts, useTexts } from "../../lib/use-texts"

/** The amount that an order lacks, and the link by which its buyer pays it. */
export function MissingMoney({ order }: { order: AdminServedOrder }) {
  const texts = useTexts()
  const copyLink = useCopyLink()
  const missing = missingText(texts, order)
  const { payment_collection_id } = order
  if (!missing) {
    return null
  }
  return (
    <div className="flex flex-col items-start gap-y-1">
      <p>
        {missing}{" "}
        {!payment_collection_id && texts.t("deposits.use.withoutLink")}
      </p>
      {payment_collection_id && (
        <Button
          size="small"
          variant="secondary"
          onClick={() => void copyLink(linkOf(payment_collection_id, order.id))}
        >
          {texts.t("payments.actions.copyLink")}
        </Button>
      )}
    </div>
  )
}

/** As Medusa's own button on the page of an edited order builds it. */
function linkOf(collection: string, order: string): string {
  const storefront = __STOREFRONT_URL__ ?? "http://localhost:8000"
  return `${storefront}/payment-collection/${collection}?order_id=${order}`
}

/** States what is missing for an order that money is kept for. Null: nothing. */
export function missingText(
  { t, money }: Pick<Texts, "t" | "money">,
  order: AdminServedOrder | null | undefined
): string | null {
  return order && isMoreThan(order.missing, "0")
    ? t("deposits.use.missing", { sum: money(order.missing, order.currency) })
    : null
}
