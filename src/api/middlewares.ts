import { defineMiddlewares } from "@medusajs/framework/http"
import { RAILS } from "../ledger"
import { processStoredWebhooks } from "../workflows/process-webhook-events"
import { adminStablecoinMiddlewares } from "./admin/stablecoin/middlewares"
import { interceptWebhook } from "./hooks/stablecoin/store-webhook"
import { storeStablecoinMiddlewares } from "./store/stablecoin/middlewares"

/**
 * A pattern instead of a path: Medusa registers patterns before its several
 * hundred routes, and each route costs a request one match.
 */
const WEBHOOKS = /^\/hooks\/(stablecoin|payment)\//i

processStoredWebhooks()

export default defineMiddlewares({
  routes: [
    ...RAILS.flatMap((rail) =>
      [
        `/hooks/stablecoin/${rail}`,
        `/hooks/payment/stablecoin-${rail}_default`,
        `/hooks/payment/pp_stablecoin-${rail}_default`,
      ].map((matcher) => ({
        matcher,
        methods: ["POST" as const],
        // The signature covers the raw bytes, and only its verification reads
        // them.
        bodyParser: false as const,
      }))
    ),
    {
      matcher: WEBHOOKS,
      methods: ["POST"],
      middlewares: [interceptWebhook],
    },
    ...adminStablecoinMiddlewares,
    ...storeStablecoinMiddlewares,
  ],
})
