import type { ReactNode } from "react"
import { shorten } from "../lib/format"
import { AdminLink } from "./admin-link"

/**
 * A link to a payment's page, named by its id by default. A dash if there is no
 * payment.
 */
export function PaymentLink({
  id,
  children,
}: {
  id: string | null
  children?: ReactNode
}) {
  return id === null ? (
    "—"
  ) : (
    <AdminLink to={`/stablecoin/payments/${id}`}>
      {children ?? shorten(id, 10)}
    </AdminLink>
  )
}
