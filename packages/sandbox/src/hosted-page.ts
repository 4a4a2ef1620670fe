import type { TransactionEntry } from "./records/transaction"
import { checkoutPath } from "./records/transaction-wire"
import { toCheckoutMethod } from "./catalog"
import { checkoutPages } from "./checkout-pages"
import type { Gateway } from "./gateway"
import { renderHostedCheckout } from "./pages"
import { activeMethods } from "./state"

/** The page behind `approvedUrl`: choose a method, then pay, fail or leave. */
export function hostedPage(gateway: Gateway) {
  return checkoutPages({
    paths: ["/merchant/checkout/:token", "/merchant/checkout/sandbox/:token"],
    // Sandbox transactions have no live page, and vice versa.
    find: (token, path) => {
      const entry = gateway.state.transactions.ofToken(token)
      return entry && checkoutPath(entry) === path ? entry : undefined
    },
    act: (entry, form) => act(gateway, entry, form),
    told: () => ({}),
    render: (entry, action, { error }: { error?: string }) => {
      const { currency, accountId } = entry
      return renderHostedCheckout({
        ...entry,
        merchant: gateway.state.accounts.byId(accountId).name,
        methods: activeMethods(gateway.state, currency).map(toCheckoutMethod),
        action,
        ...(error && { error }),
      })
    },
  })
}

function act(
  gateway: Gateway,
  entry: TransactionEntry,
  form: URLSearchParams
): string | { error: string } {
  const chosen = form.get("method")
  const method = activeMethods(gateway.state, entry.currency).find(
    ({ key }) => key === chosen
  )
  switch (form.get("intent")) {
    case "leave":
      // Leaving after a payment is not a cancellation.
      return entry.status === "success" ? entry.successUrl : entry.cancelUrl
    case "pay":
      if (entry.status === "failed") {
        return { error: "This payment has already failed." }
      }
      if (entry.status === "pending") {
        if (!method) {
          return { error: "Choose a payment method." }
        }
        gateway.payTransaction(entry, method.key)
      }
      return entry.successUrl
    case "fail":
      if (entry.status === "success") {
        return { error: "This payment is already complete." }
      }
      if (entry.status === "pending") {
        gateway.failTransaction(entry, method?.key ?? null)
      }
      return entry.cancelUrl
    default:
      return { error: "Choose what to do." }
  }
}
