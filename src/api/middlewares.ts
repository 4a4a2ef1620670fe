import { defineMiddlewares } from "@medusajs/framework/http"
import { RAILS } from "../ledger"
import { adminStablecoinMiddlewares } from "./admin/stablecoin/middlewares"
import { interceptWebhook } from "./hooks/stablecoin/intercept-webhook"
import { storeStablecoinMiddlewares } from "./store/stablecoin/middlewares"

/** The signature is over the raw bytes, and no event of the contract is near this size. */
const rawBody = { preserveRawBody: true, sizeLimit: "64kb" } as const

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
        bodyParser: rawBody,
      }))
    ),
    {
      matcher: "/hooks/payment/*",
      methods: ["POST"],
      middlewares: [interceptWebhook],
    },
    ...adminStablecoinMiddlewares,
    ...storeStablecoinMiddlewares,
  ],
})
