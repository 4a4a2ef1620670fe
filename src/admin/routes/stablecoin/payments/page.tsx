import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy, pageOf } from "../../../components/admin-page"
import { PaymentsTable } from "../../../components/payments/payments-table"

export const config = defineRouteConfig({
  label: "common.nav.payments",
  translationNs: "stablecoin",
  rank: 1,
})

export const handle = namedBy((t) => t("common.nav.payments"))

export default pageOf("stablecoin_payment:read", PaymentsTable)
