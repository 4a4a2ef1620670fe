import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../../components/admin-page"
import { Breadcrumb } from "../../../components/breadcrumb"
import { DeliveriesTable } from "../../../components/deliveries/deliveries-table"

export const config = defineRouteConfig({
  label: "common.nav.deliveries",
  translationNs: "stablecoin",
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="deliveries" />,
}

const DeliveriesPage = () => (
  <AdminPage needs="stablecoin_webhook:read">
    <DeliveriesTable />
  </AdminPage>
)

export default DeliveriesPage
