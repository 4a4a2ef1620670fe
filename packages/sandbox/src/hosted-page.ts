import type { CheckoutMethod } from "../../../src/gateway/schemas"
import { checkoutPages } from "./checkout-pages"
import type { Gateway } from "./gateway"
import { renderCheckout } from "./pages/checkout"
import { icon } from "./pages/icons"
import { markup, type Markup } from "./pages/markup"
import { price } from "./pages/parts"
import type { TransactionEntry } from "./records/transaction"
import { checkoutPath } from "./records/transaction-wire"
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
    render: (entry, { error }: { error?: string }) =>
      renderHostedCheckout(entry, {
        merchant: gateway.state.accounts.byId(entry.accountId).name,
        methods: activeMethods(gateway.state, entry.currency),
        error,
      }),
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

/**
 * While pending, it lists the methods. Afterwards it shows the outcome and a
 * link back to the shop.
 *
 * Source: Merchant Checkout API, "Hosted checkout page".
 */
export function renderHostedCheckout(
  entry: TransactionEntry,
  shown: { merchant: string; methods: CheckoutMethod[]; error?: string }
): string {
  const { status, successUrl, cancelUrl, itemName: item } = entry
  return renderCheckout({
    ...entry,
    ...shown,
    item,
    payment: ways(entry, shown.methods),
    outcome:
      status === "pending"
        ? null
        : status === "success"
          ? {
              tone: "good",
              heading: "Payment complete",
              text: markup`Thank you. Your payment to <bdi>${shown.merchant}</bdi> went through.`,
              back: successUrl,
            }
          : {
              tone: "bad",
              heading: "Payment failed",
              text: "This payment did not go through. Go back to the shop to try again or to choose another way to pay.",
              back: cancelUrl,
            },
  })
}

function ways(entry: TransactionEntry, methods: CheckoutMethod[]): Markup {
  return markup`<form method="post">
${methodList(entry, methods)}
<button class="button quiet" name="intent" value="leave" formnovalidate>Return to shop without paying</button>
<section class="sandbox" aria-labelledby="sandbox-heading">
<h2 id="sandbox-heading">Sandbox</h2>
<p>Payments here are simulated. You can also see what your shop does when one fails.</p>
<button class="button small" name="intent" value="fail" formnovalidate>Simulate a failed payment</button>
</section>
</form>`
}

function methodList(entry: TransactionEntry, methods: CheckoutMethod[]) {
  if (methods.length === 0) {
    return markup`<h2>Payment method</h2>
<p class="empty">There is no way to pay with ${entry.currency} right now. Please go back to the shop and choose another way to pay.</p>`
  }
  const chosen = methods.find((method) => method.is_default) ?? methods[0]
  return markup`<fieldset><legend><h2>Payment method</h2></legend>
${methods.map((method) => methodCard(method, method === chosen))}
</fieldset>
<button class="button primary" name="intent" value="pay">Pay ${price(entry)}</button>`
}

function methodCard({ key, display_name }: CheckoutMethod, checked: boolean) {
  const radio = markup`<input type="radio" name="method" value="${key}" required${checked ? markup` checked` : null}>`
  return markup`<label class="method">${radio}<span class="method-icon">${icon("wallet")}</span><bdi class="method-name">${display_name}</bdi></label>`
}
