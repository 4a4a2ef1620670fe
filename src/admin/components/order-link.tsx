import { useTranslation } from "react-i18next"
import type { AdminOrderReference } from "../../http-types"
import { shorten } from "../lib/format"
import { AdminLink } from "./admin-link"

type OrderLinkProps = {
  order: AdminOrderReference | null
  /** The id of an order that Medusa can't find. */
  orderId?: string | null
  /** The text without an order: by default that there is none yet. */
  none?: string
}

/** A link to an order, by its number, or by its id if nothing else is known. */
export function OrderLink({ order, orderId, none }: OrderLinkProps) {
  const { t } = useTranslation("stablecoin")
  const id = order?.id ?? orderId
  return id ? (
    <AdminLink to={`/orders/${id}`}>
      {order ? `#${order.display_id}` : shorten(id)}
    </AdminLink>
  ) : (
    <span className="text-ui-fg-subtle">{none ?? t("payments.noOrder")}</span>
  )
}
