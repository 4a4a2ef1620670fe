import { Hono } from "hono"
import { merchantVerifyRequestSchema } from "../../../src/gateway/schemas"
import type { Account } from "./accounts"
import { transactionData } from "./records/transaction-wire"
import { CURRENCIES } from "./catalog"
import type { Gateway } from "./gateway"
import { bearerToken, jsonBody } from "./http/json-body"
import type { ApiEnv } from "./http/recorder"
import { Refusal, unauthenticated } from "./http/refusal"
import { validate } from "./http/validate"
import { newTransaction } from "./new-transaction"
import { activeMethods, hostedCurrencies } from "./state"

/** The endpoints of the Merchant Checkout API. */
export function merchantApi(gateway: Gateway): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()

  app.post("/merchant/api/verify", (c) => {
    const { accounts, tokens } = gateway.state
    const body = validate(merchantVerifyRequestSchema, jsonBody(c))
    const { client_id: clientId, client_secret: secret } = body
    const account = accounts.authenticate("merchant", clientId, secret)
    if (!account) {
      throw new Refusal(401, "Invalid client credentials.")
    }
    const { token } = tokens.issue("merchant", account.id)
    return c.json(success("Merchant verified.", { access_token: token }))
  })

  app.get("/merchant/api/available-currencies", (c) => {
    if (!gateway.state.rules.listing) {
      return c.notFound()
    }
    caller(gateway, bearerToken(c))
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
    const account = caller(gateway, bearerToken(c))
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

function caller(gateway: Gateway, token: string | undefined): Account {
  const { accounts, tokens } = gateway.state
  const holder = tokens.holder("merchant", token)
  if (!holder) {
    throw unauthenticated()
  }
  return accounts.byId(holder.accountId)
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
