import { Hono } from "hono"
import { businessApi } from "./business-api"
import { buyerApi } from "./buyer-api"
import { faults } from "./faults/fault-middleware"
import type { Gateway } from "./gateway"
import { hostedPage } from "./hosted-page"
import { recorder, takeBody, type ApiEnv } from "./http/recorder"
import { Refusal, type FieldErrors } from "./http/refusal"
import { isPolled, type RecordedApi } from "./http/request-log"
import { merchantApi } from "./merchant-api"
import { orderPage } from "./order-page"
import { ratesApi } from "./rates-api"
import { rpcApi } from "./rpc/rpc-api"

/** The error bodies of each API. */
const ERRORS = {
  merchant: (message: string) => ({ status: "error", message }),
  business: (message: string) => ({ status: false, message }),
  rpc: (message: string) => ({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32603, message },
  }),
  rates: (message: string) => ({ error: message }),
}

/** All routes under {base_url} or {business_url}, of JSON-RPC or of the prices. */
export function apiServer(
  api: RecordedApi,
  gateway: Gateway,
  closing: AbortSignal
): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const { settings } = gateway
  const errorBody = (message: string, errors?: FieldErrors) => ({
    ...ERRORS[api](message),
    ...(errors && { errors }),
  })

  app.use(async (c, next) => {
    await next()
    const { method, path } = c.req
    const { status, fault } = c.get("record")
    const marked = fault ? ` (fault: ${fault})` : ""
    // Only trouble of what stores always call is worth a line.
    if (!isPolled(api) || fault || status !== 200) {
      settings.log?.(`${api} ${method} ${path} ${status ?? "-"}${marked}`)
    }
  })
  app.use(recorder(api, () => gateway.state.requests))
  app.use(takeBody)
  app.use(faults(api, () => gateway.state.faults, errorBody, closing))

  const parts = {
    merchant: () => [merchantApi(gateway), hostedPage(gateway)],
    business: () => [
      businessApi(gateway),
      buyerApi(gateway),
      orderPage(gateway),
    ],
    rpc: () => [rpcApi(gateway)],
    rates: () => [ratesApi(gateway)],
  }
  parts[api]().forEach((part) => app.route("/", part))

  app.notFound((c) => c.json(errorBody("There is no such endpoint."), 404))
  app.onError((error, c) => {
    if (error instanceof Refusal) {
      const body = errorBody(error.message, error.errors)
      return c.json(body, error.status, error.headers)
    }
    settings.log?.(
      `${api} ${c.req.method} ${c.req.path} failed: ${error.stack}`
    )
    return c.json(errorBody("Internal error of the sandbox."), 500)
  })
  return app
}
