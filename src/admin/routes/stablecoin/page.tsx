import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../components/admin-page"
import { Breadcrumb } from "../../components/breadcrumb"
import { PaymentsTable } from "../../components/payments/payments-table"
import { SidebarIcon } from "../../components/sidebar-icon"

export const config = defineRouteConfig({
  label: "common.nav.root",
  translationNs: "stablecoin",
  icon: SidebarIcon,
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
