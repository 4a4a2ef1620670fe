import { icon } from "./icons"
import { markup, type Content, type Markup } from "./markup"

/** The amount is a decimal string. */
export type Payable = { amount: string; currency: string }

/**
 * Formats an amount for display: "12500.00" → "12,500.00". Digits are only
 * grouped, never rounded. Anything but a plain decimal stays unchanged.
 */
export function readableAmount(amount: string): string {
  const [, whole, fraction = ""] = /^(\d+)(\.\d+)?$/.exec(amount) ?? []
  return whole ? whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction : amount
}

/** Amount and coin in one line, such as "1,250.00 USDC". */
export function price(page: Payable): string {
  return `${readableAmount(page.amount)} ${page.currency}`
}

/** The known details as a list of terms, or nothing. */
export function details(rows: [term: string, value: Content][]): Content {
  const known = rows.filter(([, value]) => value != null && value !== "")
  return known.length === 0
    ? null
    : markup`<dl class="details">${known.map(
        ([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`
      )}</dl>`
}

/**
 * External text, isolated so that it cannot change the direction of the text
 * around it.
 */
export function outsideText(text: string | null): Markup | null {
  return text ? markup`<bdi>${text}</bdi>` : null
}

/** Text to compare or copy character by character. */
export function code(text: string | null | undefined): Markup | null {
  return text ? markup`<code>${text}</code>` : null
}

/**
 * The last attempt's problem. Takes the focus, so that screen readers read it.
 */
export function problemNotice(text: string | undefined): Markup | null {
  return text
    ? markup`<div class="alert" role="alert" tabindex="-1" autofocus>${icon("alert")}<p>${text}</p></div>`
    : null
}
