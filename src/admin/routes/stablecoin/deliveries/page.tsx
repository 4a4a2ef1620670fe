import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Breadcrumb } from "../../../components/breadcrumb"
import { DeliveriesTable } from "../../../components/deliveries/deliveries-table"

export const config = defineRouteConfig({
  label: "common.nav.deliveries",
  translationNs: "stablecoin",
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="deliveries" />,
}

export default DeliveriesTable
