import { defineMiddlewares } from "@medusajs/framework/http"
import { RAILS } from "../ledger"
import { adminStablecoinMiddlewares } from "./admin/stablecoin/middlewares"
import { interceptWebhook } from "./hooks/stablecoin/intercept-webhook"
import { storeStablecoinMiddlewares } from "./store/stablecoin/middlewares"

/** A pattern, not a path: Medusa puts these before its several hundred routes, each of which costs a request a look. */
const WEBHOOKS = /^\/hooks\/(stablecoin|payment)\//i

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
        // The signature is over the raw bytes, and nothing reads them but what verifies it.
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
