import { renderCheckout, type Outcome } from "./checkout"
import { icon, type IconName } from "./icons"
import { markup, type Markup } from "./markup"
import { price } from "./parts"

/** A checkout method of the transaction's currency, as the API lists it. */
export type PageMethod = {
  key: string
  display_name: string
  behavior: string
  is_default: boolean
}

/** The data of one transaction's hosted checkout page. */
export type HostedCheckoutPage = {
  mode: "sandbox" | "live"
  merchant: string
  itemName: string | null
  orderNo: string | null
  /** Decimal string, such as "42.50". */
  amount: string
  currency: string
  status: "pending" | "success" | "failed"
  /** Only the active methods of the currency. */
  methods: PageMethod[]
  /** The page's own path, where the form posts `intent=pay|fail|leave` and `method=<key>`. */
  action: string
  successUrl: string
  cancelUrl: string
  /** Why the last attempt was refused, for the buyer. */
  error?: string
}

/** The default methods of a sandbox, with the hints that buyers see. */
const KNOWN_METHODS: Record<string, { glyph: IconName; hint: string }> = {
  wallet_balance: { glyph: "wallet", hint: "Paid from your wallet balance" },
  exchange_account: {
    glyph: "exchange",
    hint: "Paid from your exchange account",
  },
  debit_card: { glyph: "card", hint: "Charged to your card" },
}

/** The contract shows no value other than `custodial`. */
function behaviorText(behavior: string): string {
  if (behavior === "custodial") {
    return "Paid from your account balance"
  }
  const words = behavior.replace(/[_-]+/g, " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const CHECKED = markup` checked`

function methodCard(method: PageMethod, checked: boolean): Markup {
  const { glyph, hint } = KNOWN_METHODS[method.key] ?? {
    glyph: method.behavior === "custodial" ? "coins" : "wallet",
    hint: behaviorText(method.behavior),
  }
  return markup`<label class="method"><input type="radio" name="method" value="${method.key}" required${checked ? CHECKED : null}><span class="method-icon">${icon(glyph)}</span><span class="method-text"><bdi class="method-name">${method.display_name}</bdi><span class="hint">${hint}</span></span></label>`
}

function methodList(page: HostedCheckoutPage): Markup {
  if (page.methods.length === 0) {
    return markup`<h2>Payment method</h2>
<p class="empty">There is no way to pay with ${page.currency} right now. Please go back to the shop and choose another way to pay.</p>`
  }
  const preset = page.methods.find((method) => method.is_default)
  const chosen = preset ?? page.methods[0]
  return markup`<fieldset><legend><h2>Payment method</h2></legend>
${page.methods.map((method) => methodCard(method, method === chosen))}
</fieldset>
<button class="button primary" name="intent" value="pay">Pay ${price(page)}</button>`
}

function payment(page: HostedCheckoutPage): Markup {
  return markup`<form method="post" action="${page.action}">
${methodList(page)}
<button class="button quiet" name="intent" value="leave" formnovalidate>Return to shop without paying</button>
<section class="sandbox" aria-labelledby="sandbox-heading">
<h2 id="sandbox-heading">Sandbox</h2>
<p>Payments here are simulated. You can also see what your shop does when one fails.</p>
<button class="button small" name="intent" value="fail" formnovalidate>Simulate a failed payment</button>
</section>
</form>`
}

function outcomeOf(page: HostedCheckoutPage): Outcome {
  return page.status === "success"
    ? {
        tone: "good",
        heading: "Payment complete",
        text: markup`Thank you. Your payment to <bdi>${page.merchant}</bdi> went through.`,
        back: page.successUrl,
      }
    : {
        tone: "bad",
        heading: "Payment failed",
        text: "This payment did not go through. Go back to the shop to try again or to choose another way to pay.",
        back: page.cancelUrl,
      }
}

/**
 * The hosted checkout page of a transaction. While pending, it lists the
 * methods. Afterwards it shows the outcome and a link back to the shop.
 *
 * Source: Merchant Checkout API, "Hosted checkout page".
 */
export function renderHostedCheckout(page: HostedCheckoutPage): string {
  return renderCheckout(
    { ...page, item: page.itemName },
    page.status === "pending"
      ? { payment: payment(page) }
      : { outcome: outcomeOf(page) }
  )
}
