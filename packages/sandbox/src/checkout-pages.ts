import { Hono, type Context } from "hono"
import type { ApiEnv } from "./http/recorder"
import { contentSecurityPolicy } from "./pages/csp"
import { renderProblem } from "./pages/layout"

type Entry = {
  status: string
  successUrl: string | null
  cancelUrl: string | null
}

/** The pages of one API, for its entries. */
export type CheckoutPages<E extends Entry, Told extends { error?: string }> = {
  paths: string[]
  find(token: string, path: string): E | undefined
  /**
   * Does what the form says.
   *
   * @returns where the buyer goes next, or the page's news for them
   */
  act(entry: E, form: URLSearchParams): string | Told
  render(entry: E, told: Partial<Told>): string
}

/** On each path, GET shows the page and POST acts. */
export function checkoutPages<E extends Entry, Told extends { error?: string }>(
  pages: CheckoutPages<E, Told>
): Hono<ApiEnv> {
  const show = (c: Context<ApiEnv>, entry: E, told: Partial<Told>) => {
    const html = pages.render(entry, told)
    const code = !told.error ? 200 : entry.status === "pending" ? 422 : 409
    return sendPage(c, html, code, [entry.successUrl, entry.cancelUrl])
  }
  const app = new Hono<ApiEnv>()
  app.on(["GET", "POST"], pages.paths, (c) => {
    const entry = pages.find(c.req.param("token") ?? "", c.req.path)
    if (!entry) {
      return sendUnknown(c)
    }
    if (c.req.method !== "POST") {
      return show(c, entry, {})
    }
    const next = pages.act(entry, new URLSearchParams(c.get("raw")))
    return typeof next === "string"
      ? c.redirect(next, 303)
      : show(c, entry, next)
  })
  return app
}

function sendUnknown(c: Context<ApiEnv>) {
  const html = renderProblem({
    status: 404,
    title: "Checkout not found",
    text: "This link leads to no payment. Go back to the shop and start the payment again.",
  })
  return sendPage(c, html, 404)
}

/** Never cached, never framed, without external resources. */
function sendPage(
  c: Context<ApiEnv>,
  html: string,
  status: 200 | 404 | 409 | 422,
  formTargets: (string | null)[] = []
) {
  const targets = formTargets.filter((url) => url !== null)
  return c.html(html, status, {
    "Content-Security-Policy": contentSecurityPolicy(targets),
    "Cache-Control": "no-store",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  })
}
