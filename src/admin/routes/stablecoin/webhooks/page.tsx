import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../../components/admin-page"
import { Breadcrumb } from "../../../components/breadcrumb"
import { WebhooksTable } from "../../../components/webhooks/webhooks-table"

export const config = defineRouteConfig({
  label: "common.nav.webhooks",
  translationNs: "stablecoin",
  rank: 5,
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="webhooks" />,
}

const WebhooksPage = () => (
  <AdminPage needs="stablecoin_webhook:read">
    <WebhooksTable />
  </AdminPage>
)

export default WebhooksPage
