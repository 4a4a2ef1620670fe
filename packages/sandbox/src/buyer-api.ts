import { Hono } from "hono"
import { confirmRequestSchema } from "../../../src/gateway/schemas"
import type { OrderEntry } from "./records/order"
import { checkoutViewData, confirmationData } from "./records/order-wire"
import { ok } from "./business-api"
import { callerOf } from "./callers"
import type { Gateway } from "./gateway"
import { jsonBody } from "./http/json-body"
import type { ApiEnv } from "./http/recorder"
import { Refusal } from "./http/refusal"
import { validate } from "./http/validate"

/**
 * The endpoints of the Business Order API that a buyer's app calls, with buyer
 * tokens.
 */
export function buyerApi(gateway: Gateway): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()

  app.get("/api/v2/business/checkout/:checkout_token", (c) => {
    callerOf(gateway, c, "buyer")
    const entry = orderOf(gateway, c.req.param("checkout_token"))
    const { name } = gateway.state.accounts.byId(entry.accountId)
    const data = checkoutViewData(entry, gateway.urls.business, name)
    return c.json(ok("Checkout.", data))
  })

  app.post("/api/v2/business/checkout/:checkout_token/confirm", (c) => {
    callerOf(gateway, c, "buyer")
    const entry = orderOf(gateway, c.req.param("checkout_token"))
    const body = validate(confirmRequestSchema, jsonBody(c))
    const fault = gateway.confirmOrder(entry, {
      txHash: body.tx_hash,
      chain: body.chain,
      from: body.sender_address,
    })
    if (fault) {
      c.get("record").fault = fault
    }
    return c.json(ok("Payment confirmed.", confirmationData(entry)))
  })

  return app
}

function orderOf(gateway: Gateway, checkoutToken: string): OrderEntry {
  const entry = gateway.state.orders.ofToken(checkoutToken)
  if (!entry) {
    throw new Refusal(404, "Checkout not found.")
  }
  return entry
}
