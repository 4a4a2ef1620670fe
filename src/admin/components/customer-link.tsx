import { useTranslation } from "react-i18next"
import type { AdminCustomerReference } from "../../http-types"
import { AdminLink } from "./admin-link"

type CustomerLinkProps = {
  customer: AdminCustomerReference | null
}

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
