import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../../components/admin-page"
import { Breadcrumb } from "../../../components/breadcrumb"
import { ExceptionsTable } from "../../../components/exceptions/exceptions-table"

export const config = defineRouteConfig({
  label: "common.nav.exceptions",
  translationNs: "stablecoin",
  rank: 3,
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="exceptions" />,
}

const ExceptionsPage = () => (
  <AdminPage needs="stablecoin_exception:read">
    <ExceptionsTable />
  </AdminPage>
)

export default ExceptionsPage
