import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../../components/admin-page"
import { Breadcrumb } from "../../../components/breadcrumb"
import { PaymentsTable } from "../../../components/payments/payments-table"

export const config = defineRouteConfig({
  label: "common.nav.payments",
  translationNs: "stablecoin",
  rank: 1,
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="payments" />,
}

const PaymentsPage = () => (
  <AdminPage needs="stablecoin_payment:read">
    <PaymentsTable />
  </AdminPage>
)

export default PaymentsPage
