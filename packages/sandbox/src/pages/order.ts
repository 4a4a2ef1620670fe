import { renderCheckout, type Outcome } from "./checkout"
import { icon } from "./icons"
import { appLink } from "./links"
import { markup, type Content, type Markup } from "./markup"
import { checkedNotice, copyButton, price } from "./parts"
import { qrCode } from "./qr"
import { testWallet, type TestWallet } from "./test-wallet"

/**
 * The data of one payment order's checkout page. Its forms post
 * `intent=pay|pay_less|pay_more|pay_elsewhere|pay_unconfirmed|cancel|leave`.
 */
export type OrderCheckoutPage = TestWallet & {
  mode: "test" | "live"
  merchant: string
  description: string | null
  orderNo: string | null
  /** Network code, such as `POLYGON`. */
  chain: string
  /** Display name of the chain, such as "Polygon". */
  chainName: string
  destinationAddress: string
  status: "pending" | "paid" | "cancelled"
  /** Deep link that opens the buyer app on this payment. */
  appUrl: string
  successUrl: string | null
  cancelUrl: string | null
  /** Hash of the transfer that paid the order. */
  txHash?: string
  /** Why the last attempt was refused, for the buyer. */
  error?: string
  /** When the buyer asked whether the payment has arrived. */
  checkedAt?: Date
}

/** "Polygon", or "BNB Smart Chain (BSC)" where the code adds information. */
function networkName({ chain, chainName }: OrderCheckoutPage): string {
  return chainName.toUpperCase() === chain
    ? chainName
    : `${chainName} (${chain})`
}

function toCopy(name: string, shown: Content, text: string): Markup {
  return markup`<div class="field"><dt>${name}</dt><dd>${shown}</dd><dd class="act">${copyButton(name, text)}</dd></div>`
}

function appPart(appUrl: string): Markup | null {
  const link = appLink(appUrl)
  return link === null
    ? null
    : markup`<div class="app">
<div class="app-text">
<p>Open this payment in your wallet app, or scan the code with your phone.</p>
<a class="button" href="${link}">${icon("phone")}Open in wallet app</a>
<a class="again" href="?check">Paid in the app? Check again</a>
</div>
${qrCode(link, "QR code that opens this payment in your wallet app")}
</div>`
}

function transferPart(page: OrderCheckoutPage): Markup {
  return markup`<h2>Send from your wallet</h2>
<div class="notice">${icon("network")}<p><strong>Send on ${page.chainName} only</strong> A transfer on another network does not pay this order.</p></div>
<dl class="fields">
${toCopy("Amount", markup`<span class="exact">${price(page)}</span>`, page.amount)}
${toCopy("Address", markup`<code class="address">${page.destinationAddress}</code>`, page.destinationAddress)}
</dl>
${appPart(page.appUrl)}`
}

function payment(page: OrderCheckoutPage): Markup {
  return markup`${checkedNotice(page.checkedAt)}
${transferPart(page)}
${testWallet(page)}
<form class="ways-out" method="post" action="${page.action}">
${page.cancelUrl === null ? null : markup`<button class="button quiet" name="intent" value="leave">Return to shop</button>`}
<button class="button quiet" name="intent" value="cancel">Cancel this payment</button>
</form>`
}

function outcomeOf(page: OrderCheckoutPage): Outcome {
  return page.status === "paid"
    ? {
        tone: "good",
        heading: "Payment complete",
        text: markup`Your transfer to <bdi>${page.merchant}</bdi> is confirmed.`,
        back: page.successUrl,
      }
    : {
        tone: "neutral",
        heading: "Payment cancelled",
        text: "Nothing was paid. Please don’t send coins for this order any more: go back to the shop to start again.",
        back: page.cancelUrl,
      }
}

/**
 * The checkout page of a payment order. While pending, it shows where to send
 * the coins and the built-in wallet. Afterwards it shows the outcome and a link
 * back.
 *
 * Source: Business Order API, "Order" (`checkout_url`) and "Checkout view".
 */
export function renderOrderCheckout(page: OrderCheckoutPage): string {
  return renderCheckout(
    { ...page, item: page.description, network: networkName(page) },
    page.status === "pending"
      ? { payment: payment(page) }
      : { outcome: outcomeOf(page) }
  )
}
