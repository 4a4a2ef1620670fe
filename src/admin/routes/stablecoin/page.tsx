import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy, pageOf } from "../../components/admin-page"
import { OverviewPage } from "../../components/overview/overview-page"
import { SidebarIcon } from "../../components/sidebar-icon"

export const config = defineRouteConfig({
  label: "common.nav.root",
  translationNs: "stablecoin",
  icon: SidebarIcon,
})

export const handle = namedBy((t) => t("common.nav.root"))

export default pageOf("stablecoin_payment:read", OverviewPage)
