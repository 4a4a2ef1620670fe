import { useTranslation } from "react-i18next"
import type { AdminOrderReference } from "../../http-types"
import { shorten } from "../lib/format"
import { AdminLink } from "./admin-link"

type OrderLinkProps = {
  order: AdminOrderReference | null
  /** Of an order that Medusa no longer knows. */
  orderId?: string | null
}

/** An order: by its number, by its id where that is all there is. */
export function OrderLink({ order, orderId }: OrderLinkProps) {
  const { t } = useTranslation("stablecoin")
  const id = order?.id ?? orderId
  return id ? (
    <AdminLink to={`/orders/${id}`}>
      {order ? `#${order.display_id}` : shorten(id)}
    </AdminLink>
  ) : (
    <span className="text-ui-fg-subtle">{t("payments.noOrder")}</span>
  )
}
