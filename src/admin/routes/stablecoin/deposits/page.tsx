import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy, pageOf } from "../../../components/admin-page"
import { DepositsTable } from "../../../components/deposits/deposits-table"

export const config = defineRouteConfig({
  label: "common.nav.deposits",
  translationNs: "stablecoin",
  rank: 2,
})

export const handle = namedBy((t) => t("common.nav.deposits"))

export default pageOf("stablecoin_payment:read", DepositsTable)
