import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy } from "../../../components/admin-page"

export const config = defineRouteConfig({
  label: "common.nav.deposits",
  translationNs: "stablecoin",
  rank: 2,
})

export const handle = namedBy((t) => t("common.nav.deposits"))

export { DepositsTable as default } from "../../../components/deposits/deposits-table"
