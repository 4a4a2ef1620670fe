import { transaction } from "./checkout"
import { icon } from "./icons"
import { markup, type Markup } from "./markup"
import { code, details, price, readableAmount } from "./parts"

/** The data of the built-in wallet on an order's page. */
export type TestWallet = {
  /** Decimal strings, in the order's currency. */
  amount: string
  currency: string
  /** Address of the wallet, which never runs out. */
  wallet: string
  /**
   * The wrong transfers that it offers: decimal strings, and a chain's name.
   */
  wrong: { less: string; more: string; elsewhere: string }
  /** The last transfer, if the gateway refused it. */
  refused?: { sent: string; txHash: string; reason: string }
  /** The page's own path, where the form posts `intent`. */
  action: string
}

function wrongButton(intent: string, text: string, mistake: string): Markup {
  return markup`<button class="button small" name="intent" value="${intent}"><span>${text}<span class="mistake"><span class="visually-hidden">,</span> ${mistake}</span></span></button>`
}

function lastTransfer({ refused }: TestWallet): Markup | null {
  return refused
    ? markup`<div class="refused"><h2>Last transfer: refused</h2>
${details([
  ["Sent", refused.sent],
  ["Reason", refused.reason],
  ["Hash", transaction(refused.txHash)],
])}</div>`
    : null
}

/**
 * Pays as the order requires, or with typical buyer mistakes, in worthless
 * coins.
 */
export function testWallet(page: TestWallet): Markup {
  const { wallet, currency, wrong, action } = page
  const coins = (amount: string) => `${readableAmount(amount)} ${currency}`
  return markup`<section class="sandbox" aria-labelledby="wallet-heading">
<h2 id="wallet-heading">${icon("wallet")}Test wallet</h2>
<p>This is a sandbox: pay with test coins, and never send real ones to the address above.</p>
${details([["Wallet", code(wallet)]])}
<form method="post" action="${action}"><button class="button primary" name="intent" value="pay">Pay ${price({ ...page, merchant: "" })}</button>
<p class="or">Or see what another transfer does:</p>
<div class="wrong">
${wrongButton("pay_less", `Send ${coins(wrong.less)}`, "too little")}
${wrongButton("pay_more", `Send ${coins(wrong.more)}`, "too much")}
${wrongButton("pay_elsewhere", `Send on ${wrong.elsewhere}`, "the wrong network")}
${wrongButton("pay_unconfirmed", `Send ${coins(page.amount)}`, "without a report to the store")}
</div></form>
${lastTransfer(page)}
</section>`
}
