import { defineMiddlewares } from "@medusajs/framework/http"
import { RAILS } from "../ledger"
import { receiveWebhook } from "./hooks/stablecoin/receive-webhook"

/** The signature is over the raw bytes, and no event of the contract is near this size. */
const rawBody = { preserveRawBody: true, sizeLimit: "64kb" } as const

export default defineMiddlewares({
  routes: RAILS.flatMap((rail) => [
    {
      matcher: `/hooks/stablecoin/${rail}`,
      methods: ["POST" as const],
      bodyParser: rawBody,
    },
    // Medusa's own route answers before it verifies or stores anything, and
    // takes the provider's id with and without its prefix: these answer in its
    // place, and never call the next handler.
    ...["", "pp_"].map((prefix) => ({
      matcher: `/hooks/payment/${prefix}stablecoin-${rail}_default`,
      methods: ["POST" as const],
      bodyParser: rawBody,
      middlewares: [receiveWebhook(rail)],
    })),
  ]),
})
