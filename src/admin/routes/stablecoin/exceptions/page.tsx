import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy, pageOf } from "../../../components/admin-page"
import { ExceptionsTable } from "../../../components/exceptions/exceptions-table"

export const config = defineRouteConfig({
  label: "common.nav.exceptions",
  translationNs: "stablecoin",
  rank: 3,
})

export const handle = namedBy((t) => t("common.nav.exceptions"))

export default pageOf("stablecoin_exception:read", ExceptionsTable)
