import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../../components/admin-page"
import { Breadcrumb } from "../../../components/breadcrumb"
import { DepositsTable } from "../../../components/deposits/deposits-table"

export const config = defineRouteConfig({
  label: "common.nav.deposits",
  translationNs: "stablecoin",
  rank: 2,
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="deposits" />,
}

const DepositsPage = () => (
  <AdminPage needs="stablecoin_payment:read">
    <DepositsTable />
  </AdminPage>
)

export default DepositsPage
