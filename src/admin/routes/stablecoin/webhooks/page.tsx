import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy } from "../../../components/admin-page"

export const config = defineRouteConfig({
  label: "common.nav.webhooks",
  translationNs: "stablecoin",
  rank: 5,
})

export const handle = namedBy((t) => t("common.nav.webhooks"))

export { WebhooksTable as default } from "../../../components/webhooks/webhooks-table"
