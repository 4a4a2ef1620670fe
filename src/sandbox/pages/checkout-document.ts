import { renderDocument } from "./layout"
import type { Markup } from "./markup"
import { price, type Payable } from "./parts"

/** What both kinds of checkout say of themselves in the document's head and bar. */
export type Checkout = Payable & {
  mode: string
  status: string
  error?: string
}

/**
 * The document of a checkout page. Its title says first what is wrong, since
 * that is what a screen reader reads first.
 *
 * @param titles what the title begins with, by status
 */
export function checkoutDocument<S extends string>(
  page: Checkout & { status: S },
  titles: Record<S, string>,
  main: Markup
): string {
  const prefix = page.status === "pending" && page.error ? "Problem: " : ""
  return renderDocument({
    title: `${prefix}${titles[page.status]} ${price(page)} · ${page.merchant}`,
    merchant: page.merchant,
    badge: page.mode === "live" ? "Simulated live" : "Sandbox",
    main,
  })
}
