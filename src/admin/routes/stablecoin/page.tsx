import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AdminPage } from "../../components/admin-page"
import { Breadcrumb } from "../../components/breadcrumb"
import { OverviewPage } from "../../components/overview/overview-page"
import { SidebarIcon } from "../../components/sidebar-icon"

export const config = defineRouteConfig({
  label: "common.nav.root",
  translationNs: "stablecoin",
  icon: SidebarIcon,
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="root" />,
}

const RootPage = () => (
  <AdminPage needs="stablecoin_payment:read">
    <OverviewPage />
  </AdminPage>
)

export default RootPage
