import { Hono } from "hono"
import { merchantVerifyRequestSchema } from "../../../src/gateway/schemas"
import { transactionData } from "./records/transaction-wire"
import { callerOf, issueToken } from "./callers"
import { CURRENCIES } from "./catalog"
import type { Gateway } from "./gateway"
import { jsonBody } from "./http/json-body"
import type { ApiEnv } from "./http/recorder"
import { validate } from "./http/validate"
import { newTransaction } from "./new-transaction"
import { activeMethods, hostedCurrencies } from "./state"

/** The endpoints of the Merchant Checkout API. */
export function merchantApi(gateway: Gateway): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()

  app.post("/merchant/api/verify", (c) => {
    const client = validate(merchantVerifyRequestSchema, jsonBody(c))
    const { token } = issueToken(gateway, "merchant", client)
    return c.json(success("Merchant verified.", { access_token: token }))
  })

  app.get("/merchant/api/available-currencies", (c) => {
    if (!gateway.state.rules.listing) {
      return c.notFound()
    }
    callerOf(gateway, c, "merchant")
    const currencies = hostedCurrencies(gateway.state)
    return c.json(
      success("Available currencies.", {
        currencies: currencies.map((code, index) =>
          currencyData(gateway, code, index === 0)
        ),
      })
    )
  })

  app.post("/merchant/api/transaction-info", (c) => {
    const account = callerOf(gateway, c, "merchant")
    const input = newTransaction(gateway, account, jsonBody(c))
    const entry = gateway.createTransaction(account, input)
    const { urls, state } = gateway
    return c.json(
      success(
        "Transaction created.",
        transactionData(entry, urls.merchant, state.rules.links)
      )
    )
  })

  return app
}

function success(message: string, data: object) {
  return { status: "success", message, data }
}

function currencyData(gateway: Gateway, code: string, isDefault: boolean) {
  const methods = activeMethods(gateway.state, code)
  return {
    code,
    name: CURRENCIES[code]?.name ?? code,
    symbol: CURRENCIES[code]?.symbol ?? code,
    is_default: isDefault,
    checkout_methods_count: methods.length,
    checkout_methods: methods,
  }
}
