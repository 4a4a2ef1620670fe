import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../../components/admin-page"
import { Breadcrumb } from "../../../components/breadcrumb"
import { RefundsTable } from "../../../components/refunds/refunds-table"

export const config = defineRouteConfig({
  label: "common.nav.refunds",
  translationNs: "stablecoin",
  rank: 4,
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="refunds" />,
}

const RefundsPage = () => (
  <AdminPage needs="stablecoin_refund:read">
    <RefundsTable />
  </AdminPage>
)

export default RefundsPage
