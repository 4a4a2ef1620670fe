import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy } from "../../../components/admin-page"

export const config = defineRouteConfig({
  label: "common.nav.refunds",
  translationNs: "stablecoin",
  rank: 4,
})

export const handle = namedBy((t) => t("common.nav.refunds"))

export { RefundsTable as default } from "../../../components/refunds/refunds-table"
