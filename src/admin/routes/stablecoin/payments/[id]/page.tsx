import type { UIMatch } from "react-router-dom"
import { AdminPage } from "../../../../components/admin-page"
import { PaymentPage } from "../../../../components/payments/payment-page"
import { shorten } from "../../../../lib/format"

export const handle = {
  breadcrumb: ({ params }: UIMatch) => shorten(params.id ?? "", 10),
}

const OnePaymentPage = () => (
  <AdminPage needs="stablecoin_payment:read">
    <PaymentPage />
  </AdminPage>
)

export default OnePaymentPage
