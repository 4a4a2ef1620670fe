import type { UIMatch } from "react-router-dom"
import { pageOf } from "../../../../components/admin-page"
import { PaymentPage } from "../../../../components/payments/payment-page"
import { shorten } from "../../../../lib/format"

export const handle = {
  breadcrumb: ({ params }: UIMatch) => shorten(params.id ?? "", 10),
}

export default pageOf("stablecoin_payment:read", PaymentPage)
