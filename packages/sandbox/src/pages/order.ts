import { CHAIN_NAMES } from "../catalog"
import type { Transfer } from "../chain/transfer"
import type { OrderEntry } from "../records/order"
import { wrongTransfers } from "../wallet-payment"
import { renderCheckout } from "./checkout"
import { icon } from "./icons"
import { markup, type Markup } from "./markup"
import { code, details, price } from "./parts"

/** The result of the last attempt, for the buyer and for the developer. */
export type Told = {
  error?: string
  /** The last transfer, which the gateway refused. */
  sent?: Transfer
}

/**
 * The checkout page of a payment order. While pending, it shows where to send
 * the coins and the built-in wallet. Afterwards it shows the outcome and a link
 * back.
 *
 * Source: Business Order API, "Order" (`checkout_url`) and "Checkout view".
 */
export function renderOrderCheckout(
  entry: OrderEntry,
  shown: Told & { merchant: string; wallet: string }
): string {
  const { status, chain, description: item, payment } = entry
  const name: string = CHAIN_NAMES[chain]
  return renderCheckout({
    ...entry,
    ...shown,
    item,
    // The code where it adds information: "BNB Smart Chain (BSC)".
    network: name.toUpperCase() === chain ? name : `${name} (${chain})`,
    txHash: payment?.txHash,
    payment: markup`${transferPart(entry)}
${testWallet(entry, shown)}
<form class="ways-out" method="post">
${entry.cancelUrl === null ? null : markup`<button class="button quiet" name="intent" value="leave">Return to shop</button>`}
<button class="button quiet" name="intent" value="cancel">Cancel this payment</button>
</form>`,
    outcome:
      status === "pending"
        ? null
        : status === "paid"
          ? {
              tone: "good",
              heading: "Payment complete",
              text: markup`Your transfer to <bdi>${shown.merchant}</bdi> is confirmed.`,
              back: entry.successUrl,
            }
          : {
              tone: "neutral",
              heading: "Payment cancelled",
              text: "Nothing was paid. Please don’t send coins for this order any more: go back to the shop to start again.",
              back: entry.cancelUrl,
            },
  })
}

function transferPart(entry: OrderEntry): Markup {
  const { destinationAddress: address, chain } = entry
  return markup`<h2>Send from your wallet</h2>
<div class="notice">${icon("network")}<p><strong>Send on ${CHAIN_NAMES[chain]} only</strong> A transfer on another network does not pay this order.</p></div>
<dl class="fields">
<div class="field"><dt>Amount</dt><dd class="exact">${price(entry)}</dd></div>
<div class="field"><dt>Address</dt><dd><code class="address">${address}</code></dd></div>
</dl>`
}

/**
 * Pays as the order requires, or with typical buyer mistakes, in worthless
 * coins.
 */
function testWallet(
  entry: OrderEntry,
  { wallet, sent }: Told & { wallet: string }
): Markup {
  const { currency } = entry
  const coins = (amount: string) => price({ amount, currency })
  const { pay_less, pay_more, pay_elsewhere } = wrongTransfers(entry)
  const others: [intent: string, text: string, mistake: string][] = [
    ["pay_less", `Send ${coins(pay_less.amount)}`, "too little"],
    ["pay_more", `Send ${coins(pay_more.amount)}`, "too much"],
    [
      "pay_elsewhere",
      `Send on ${CHAIN_NAMES[pay_elsewhere.chain]}`,
      "the wrong network",
    ],
    [
      "pay_unconfirmed",
      `Send ${coins(entry.amount)}`,
      "without a report to the store",
    ],
  ]
  return markup`<section class="sandbox" aria-labelledby="wallet-heading">
<h2 id="wallet-heading">${icon("wallet")}Test wallet</h2>
<p>This is a sandbox: pay with test coins, and never send real ones to the address above.</p>
${details([["Wallet", code(wallet)]])}
<form method="post"><button class="button primary" name="intent" value="pay">Pay ${price(entry)}</button>
<p class="or">Or see what another transfer does:</p>
<div class="wrong">
${others.map(([intent, text, mistake]) => markup`<button class="button small" name="intent" value="${intent}"><span>${text}<span class="mistake"><span class="visually-hidden">,</span> ${mistake}</span></span></button>`)}
</div></form>
${
  sent &&
  markup`<div class="refused"><h2>Last transfer: refused</h2>
${details([
  ["Sent", `${coins(sent.amount)} on ${CHAIN_NAMES[sent.chain]}`],
  ["Hash", code(sent.txHash)],
])}</div>`
}
</section>`
}
