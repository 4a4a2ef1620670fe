import { defineRouteConfig } from "@medusajs/admin-sdk"
import { namedBy, pageOf } from "../../../components/admin-page"
import { WebhooksTable } from "../../../components/webhooks/webhooks-table"

export const config = defineRouteConfig({
  label: "common.nav.webhooks",
  translationNs: "stablecoin",
  rank: 5,
})

export const handle = namedBy((t) => t("common.nav.webhooks"))

export default pageOf("stablecoin_webhook:read", WebhooksTable)
