import { useTranslation } from "react-i18next"
import type { AdminPayment } from "../../http-types"
import { shorten } from "../lib/format"
import { DeskLink } from "./desk-link"

/** The order of a payment: by its number, by its id where Medusa no longer knows it. */
export function OrderLink({
  payment: { order, order_id },
}: {
  payment: Pick<AdminPayment, "order" | "order_id">
}) {
  const { t } = useTranslation("stablecoin")
  const id = order?.id ?? order_id
  return id ? (
    <DeskLink to={`/orders/${id}`}>
      {order ? `#${order.display_id}` : shorten(id)}
    </DeskLink>
  ) : (
    <span className="text-ui-fg-subtle">{t("payments.noOrder")}</span>
  )
}
