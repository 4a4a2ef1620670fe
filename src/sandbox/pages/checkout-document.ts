import { renderDocument } from "./layout"
import type { Markup } from "./markup"
import { price, type Payable } from "./parts"

/**
 * The data that both kinds of checkout show in the document's title and bar.
 */
export type Checkout = Payable & {
  mode: string
  status: string
  error?: string
}

/**
 * The document of a checkout page. Its title starts with the problem, since a
 * screen reader reads the title first.
 *
 * @param titles start of the title, by status
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
