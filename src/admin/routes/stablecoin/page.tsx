import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Navigate } from "react-router-dom"
import { Breadcrumb } from "../../components/breadcrumb"
import { SidebarIcon } from "../../components/sidebar-icon"

export const config = defineRouteConfig({
  label: "common.nav.root",
  translationNs: "stablecoin",
  icon: SidebarIcon,
})

export const handle = {
  breadcrumb: () => <Breadcrumb page="root" />,
}

const RootPage = () => <Navigate to="/stablecoin/payments" replace />

export default RootPage
