import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy } from "../../../components/admin-page"

export const config = defineRouteConfig({
  label: "common.nav.exceptions",
  translationNs: "stablecoin",
  rank: 3,
})

export const handle = namedBy((t) => t("common.nav.exceptions"))

export { ExceptionsTable as default } from "../../../components/exceptions/exceptions-table"
