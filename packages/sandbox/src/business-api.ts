import { Hono } from "hono"
import { z } from "zod"
import { businessVerifyRequestSchema } from "../../../src/gateway/schemas"
import { isTestClient, type Account } from "./accounts"
import type { OrderEntry } from "./records/order"
import {
  cancelledOrderData,
  orderData,
  orderStateData,
} from "./records/order-wire"
import { callerOf, issueToken } from "./callers"
import { dateTime } from "./clock"
import type { Gateway } from "./gateway"
import { jsonBody } from "./http/json-body"
import type { ApiEnv } from "./http/recorder"
import { invalid, Refusal } from "./http/refusal"
import { validate } from "./http/validate"
import { newOrder } from "./new-order"

/** The endpoints of the Business Order API that a business calls. */
export function businessApi(gateway: Gateway): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()

  app.post("/api/v1/auth/verify", (c) => {
    const client = validate(businessVerifyRequestSchema, jsonBody(c))
    const { token, expiresAt } = issueToken(gateway, "business", client)
    return c.json(
      ok("Token issued.", {
        access_token: token,
        token_type: "Bearer",
        mode: isTestClient(client.client_id) ? "test" : "live",
        expires_at: dateTime(expiresAt),
      })
    )
  })

  app.post("/api/v1/transactions", (c) => {
    const account = callerOf(gateway, c, "business")
    const input = newOrder(gateway.state.rules, jsonBody(c))
    const entry = gateway.createOrder(account, input)
    const data = orderData(entry, gateway.urls.business)
    return c.json(ok("Payment order created.", data), 201)
  })

  app.get("/api/v1/transactions/:order_id", (c) => {
    const account = callerOf(gateway, c, "business")
    const entry = ownOrder(gateway, account, c.req.param("order_id"))
    return c.json(ok("Payment order.", orderStateData(entry)))
  })

  app.post("/api/v1/transactions/:order_id/cancel", (c) => {
    const account = callerOf(gateway, c, "business")
    const entry = ownOrder(gateway, account, c.req.param("order_id"))
    gateway.cancelOrder(entry)
    return c.json(ok("Payment order cancelled.", cancelledOrderData(entry)))
  })

  return app
}

const uuidSchema = z.uuid()

/** The envelope of every successful response of this API. */
export function ok(message: string, data: object) {
  return { status: true, message, data }
}

function ownOrder(
  gateway: Gateway,
  account: Account,
  orderId: string
): OrderEntry {
  if (!uuidSchema.safeParse(orderId).success) {
    throw invalid("order_id", "Must be a UUID.")
  }
  const entry = gateway.state.orders.get(orderId.toLowerCase())
  if (entry?.accountId !== account.id) {
    throw new Refusal(404, "Payment order not found.")
  }
  return entry
}
