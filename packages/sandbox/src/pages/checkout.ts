import { icon, type IconName } from "./icons"
import { renderDocument } from "./layout"
import { webLink } from "./links"
import { markup, type Content, type Markup } from "./markup"
import {
  code,
  details,
  outsideText,
  price,
  problemNotice,
  readableAmount,
  type Payable,
} from "./parts"

/** The data that the checkout pages of both rails show. */
export type Checkout = Payable & {
  merchant: string
  mode: string
  item: string | null
  orderNo: string | null
  /** Display name of the network. */
  network?: string
  /** Hash of the transfer that paid. */
  txHash?: string | undefined
  /** Why the last attempt was refused, for the buyer. */
  error?: string | undefined
  /** The ways to pay. */
  payment: Markup
  /** How the payment has ended. Null: it is pending. */
  outcome: Outcome | null
}

type Outcome = {
  tone: keyof typeof ICONS
  heading: string
  text: Content
  /** The merchant's return URL. */
  back: string | null
}

const ICONS = {
  good: "check",
  bad: "cross",
  neutral: "minus",
} as const satisfies Record<string, IconName>

/**
 * A checkout page. Its title starts with the problem, since a screen reader
 * reads the title first.
 */
export function renderCheckout(page: Checkout): string {
  const [title, main] = page.outcome
    ? [`${page.outcome.heading}:`, outcomeOf(page, page.outcome)]
    : [page.error ? "Problem: Pay" : "Pay", pending(page)]
  return renderDocument({
    title: `${title} ${price(page)} · ${page.merchant}`,
    merchant: page.merchant,
    badge: page.mode === "live" ? "Simulated live" : "Sandbox",
    main,
  })
}

/** Merchant, amount and subject, and the ways to pay. */
function pending(page: Checkout): Markup {
  const readable = readableAmount(page.amount)
  return markup`<main class="checkout">
<section class="summary" aria-labelledby="heading">
<h1 id="heading"><span class="payee">Pay <bdi>${page.merchant}</bdi></span> <span class="${amountClass(readable)}"><span class="number">${readable}</span> <span class="unit">${page.currency}</span></span></h1>
${details([
  ...subject(page),
  // The gateway itself never closes a payment.
  ["Time limit", "None on this page. The shop shows until when you can pay."],
])}
</section>
<section class="card" aria-label="Payment">
${problemNotice(page.error)}
${page.payment}
</section>
</main>`
}

/**
 * Smaller text for amounts that would not fit on one line of a 360-pixel phone.
 */
function amountClass(readable: string): string {
  const size = readable.length
  return size > 15 ? "amount longest" : size > 9 ? "amount long" : "amount"
}

function outcomeOf(
  page: Checkout,
  { tone, heading, text, back }: Outcome
): Markup {
  const link = webLink(back)
  return markup`<main class="outcome">
<section class="card" aria-labelledby="heading">
${problemNotice(page.error)}
<div class="medal ${tone}">${icon(ICONS[tone])}</div>
<h1 id="heading">${heading}</h1>
<p class="lead">${text}</p>
${details([
  [tone === "good" ? "Paid" : "Amount", price(page)],
  ["To", outsideText(page.merchant)],
  ...subject(page),
  ["Transaction", code(page.txHash)],
])}
${
  link === null
    ? markup`<p class="hint">You can close this page.</p>`
    : markup`<a class="button primary" href="${link}">Return to shop</a>`
}
</section>
</main>`
}

function subject(page: Checkout): [term: string, value: Content][] {
  return [
    ["Item", outsideText(page.item)],
    ["Reference", code(page.orderNo)],
    ["Network", page.network],
  ]
}
