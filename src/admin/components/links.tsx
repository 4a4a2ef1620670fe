import { clx } from "@medusajs/ui"
import type { ComponentProps, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type * as Api from "../../http-types"
import { shorten } from "../lib/format"

/** Underlined, in the text's color. Medusa's blue is too pale at this size. */
const LINK =
  "txt-compact-small-plus text-ui-fg-base decoration-ui-fg-muted hover:decoration-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-4 outline-none"

export function AdminLink({
  className,
  ...props
}: ComponentProps<typeof Link>) {
  return <Link className={clx(LINK, className)} {...props} />
}

type CustomerLinkProps = { customer: Api.AdminCustomerReference | null }

/** A link to a customer, or the e-mail address of a guest's cart. */
export function CustomerLink({ customer }: CustomerLinkProps) {
  const { t } = useTranslation("stablecoin")
  if (!customer) {
    return "—"
  }
  const { id, email } = customer
  return id ? (
    <AdminLink to={`/customers/${id}`} className="break-all">
      {email ?? id}
    </AdminLink>
  ) : (
    (email ?? t("payments.guest"))
  )
}

type OrderLinkProps = {
  order: Api.AdminOrderReference | null
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

type PaymentLinkProps = { id: string | null; children?: ReactNode }

/**
 * A link to a payment's page, named by its id by default. A dash if there is no
 * payment.
 */
export function PaymentLink({ id, children }: PaymentLinkProps) {
  return id === null ? (
    "—"
  ) : (
    <AdminLink to={`/stablecoin/payments/${id}`}>
      {children ?? shorten(id, 10)}
    </AdminLink>
  )
}

/** A link to a payment's page, next to the label "Payment". */
export function OpenPayment({ id }: { id: string | null }) {
  const { t } = useTranslation("stablecoin")
  return <PaymentLink id={id}>{t("exceptions.openPayment")}</PaymentLink>
}
