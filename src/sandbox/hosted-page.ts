import type { Context } from "hono"
import type { TransactionEntry } from "./records/transaction"
import { checkoutPath } from "./records/transaction-wire"
import { toCheckoutMethod } from "./catalog"
import {
  formFields,
  pages,
  sendPage,
  sendUnknownCheckout,
} from "./checkout-pages"
import type { Gateway } from "./gateway"
import type { ApiEnv } from "./http/recorder"
import { renderHostedCheckout } from "./pages"
import { activeMethods } from "./state"

/** The page behind `approvedUrl`: choose a method, then pay, fail or leave. */
export function hostedPage(gateway: Gateway) {
  const show = (c: Context<ApiEnv>) => {
    const entry = entryOf(gateway, c)
    return entry ? answer(gateway, c, entry) : sendUnknownCheckout(c)
  }

  const act = (c: Context<ApiEnv>) => {
    const entry = entryOf(gateway, c)
    if (!entry) {
      return sendUnknownCheckout(c)
    }
    const form = formFields(c)
    const chosen = form.get("method")
    const method = activeMethods(gateway.state, entry.currency).find(
      ({ key }) => key === chosen
    )
    switch (form.get("intent")) {
      case "leave":
        return c.redirect(returnUrl(entry), 303)
      case "pay":
        if (entry.status === "failed") {
          return answer(gateway, c, entry, "This payment has already failed.")
        }
        if (entry.status === "pending") {
          if (!method) {
            return answer(gateway, c, entry, "Choose a payment method.")
          }
          gateway.payTransaction(entry, method.key)
        }
        return c.redirect(entry.successUrl, 303)
      case "fail":
        if (entry.status === "success") {
          return answer(gateway, c, entry, "This payment is already complete.")
        }
        if (entry.status === "pending") {
          gateway.failTransaction(entry, method?.key ?? null)
        }
        return c.redirect(entry.cancelUrl, 303)
      default:
        return answer(gateway, c, entry, "Choose what to do.")
    }
  }

  return pages(
    ["/merchant/checkout/:token", "/merchant/checkout/sandbox/:token"],
    show,
    act
  )
}

/**
 * The transaction of this path. Sandbox transactions have no live page, and
 * vice versa.
 */
function entryOf(
  gateway: Gateway,
  c: Context<ApiEnv>
): TransactionEntry | undefined {
  const token = c.req.param("token") ?? ""
  const entry = gateway.state.transactions.ofToken(token)
  return entry && checkoutPath(entry) === c.req.path ? entry : undefined
}

/** Leaving after a payment is not a cancellation. */
function returnUrl(entry: TransactionEntry): string {
  return entry.status === "success" ? entry.successUrl : entry.cancelUrl
}

function answer(
  gateway: Gateway,
  c: Context<ApiEnv>,
  entry: TransactionEntry,
  error?: string
) {
  const account = gateway.state.accounts.byId(entry.accountId)
  const { mode, itemName, orderNo, amount, currency, status } = entry
  const { successUrl, cancelUrl } = entry
  const html = renderHostedCheckout({
    mode,
    merchant: account.name,
    itemName,
    orderNo,
    amount,
    currency,
    status,
    methods: activeMethods(gateway.state, currency).map(toCheckoutMethod),
    action: checkoutPath(entry),
    successUrl,
    cancelUrl,
    ...(error && { error }),
  })
  const code = !error ? 200 : status === "pending" ? 422 : 409
  return sendPage(c, html, code, [successUrl, cancelUrl])
}
