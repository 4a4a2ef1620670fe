import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy, pageOf } from "../../../components/admin-page"
import { RefundsTable } from "../../../components/refunds/refunds-table"

export const config = defineRouteConfig({
  label: "common.nav.refunds",
  translationNs: "stablecoin",
  rank: 4,
})

export const handle = namedBy((t) => t("common.nav.refunds"))

export default pageOf("stablecoin_refund:read", RefundsTable)
