import { useTranslation } from "react-i18next"
import type { AdminOrderReference } from "../../http-types"
import { shorten } from "../lib/format"
import { AdminLink } from "./admin-link"

type OrderLinkProps = {
  order: AdminOrderReference | null
  /** The id of an order that Medusa can't find. */
  orderId?: string | null
}

/** A link to an order, by its number, or by its id if nothing else is known. */
export function OrderLink({ order, orderId }: OrderLinkProps) {
  const { t } = useTranslation("stablecoin")
  const id = order?.id ?? orderId
  return id ? (
    <AdminLink to={`/orders/${id}`}>
      {order ? `#${order.display_id}` : shorten(id)}
    </AdminLink>
  ) : (
    <span className="text-ui-fg-subtle">{t("common.noOrder")}</span>
  )
}
