import { Hono, type Context } from "hono"
import type { ApiEnv } from "./http/recorder"
import { contentSecurityPolicy, renderProblem } from "./pages"

/**
 * Sends a hosted page: never cached, never framed, without external resources.
 */
export function sendPage(
  c: Context<ApiEnv>,
  html: string,
  status: 200 | 404 | 409 | 422 = 200,
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

/** The page for an unknown token. */
export function sendUnknownCheckout(c: Context<ApiEnv>) {
  return sendPage(
    c,
    renderProblem({
      status: 404,
      title: "Checkout not found",
      text: "This link leads to no payment. Go back to the shop and start the payment again.",
    }),
    404
  )
}

/** The fields of a page's form. */
export function formFields(c: Context<ApiEnv>): URLSearchParams {
  return new URLSearchParams(c.get("raw"))
}

/**
 * The hosted pages of one API: on each path, GET shows the page and POST acts.
 */
export function pages(
  paths: string[],
  show: (c: Context<ApiEnv>) => Promise<Response> | Response,
  act: (c: Context<ApiEnv>) => Promise<Response> | Response
): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  for (const path of paths) {
    app.get(path, show)
    app.post(path, act)
  }
  return app
}
