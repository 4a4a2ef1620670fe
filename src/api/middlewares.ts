import { defineMiddlewares } from "@medusajs/framework/http"
import { receiveWebhook } from "./hooks/stablecoin/receive-webhook"

/** The signature is over the raw bytes, and no event of the contract is near this size. */
const rawBody = { preserveRawBody: true, sizeLimit: "64kb" } as const

export default defineMiddlewares({
  routes: [
    {
      matcher: "/hooks/stablecoin/hosted",
      methods: ["POST"],
      bodyParser: rawBody,
    },
    {
      matcher: "/hooks/stablecoin/onchain",
      methods: ["POST"],
      bodyParser: rawBody,
    },
    // Medusa's own route answers before it verifies or stores anything: these
    // answer in its place, and never call the next handler.
    {
      matcher: "/hooks/payment/stablecoin-hosted_default",
      methods: ["POST"],
      bodyParser: rawBody,
      middlewares: [receiveWebhook("hosted")],
    },
    {
      matcher: "/hooks/payment/stablecoin-onchain_default",
      methods: ["POST"],
      bodyParser: rawBody,
      middlewares: [receiveWebhook("onchain")],
    },
  ],
})
