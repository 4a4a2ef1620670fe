import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy } from "../../../components/admin-page"

export const config = defineRouteConfig({
  label: "common.nav.payments",
  translationNs: "stablecoin",
  rank: 1,
})

export const handle = namedBy((t) => t("common.nav.payments"))

export { PaymentsTable as default } from "../../../components/payments/payments-table"
