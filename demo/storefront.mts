import type { Server } from "node:http"
import { createAdaptorServer } from "@hono/node-server"
import { Hono } from "hono"
import { portOr } from "./ports.mts"
import { PROVIDERS } from "./names.ts"
import type { SeededStore } from "./seed-store.ts"
import { Shopper } from "./shopper.ts"
import {
  messagePage,
  paidPage,
  productPage,
  waitingPage,
} from "./storefront-pages.mts"

export type Storefront = {
  url: string
  /** Opens the shop, when there is something to sell. */
  open(store: SeededStore): void
  close(): Promise<void>
}

/**
 * The smallest shop: one product, two ways to pay, and the page that the buyer
 * comes back to. It knows no more than the store's API tells.
 */
export async function startStorefront(storeUrl: string): Promise<Storefront> {
  const shop: { store?: SeededStore } = {}
  const port = await portOr(8000)
  const url = `http://localhost:${port}`
  const app = routes(url, storeUrl, () => shop.store)
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  return {
    url,
    open: (store) => {
      shop.store = store
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function routes(
  url: string,
  storeUrl: string,
  seeded: () => SeededStore | undefined
): Hono<{ Variables: { store: SeededStore; shopper: Shopper } }> {
  const app = new Hono<{
    Variables: { store: SeededStore; shopper: Shopper }
  }>()

  app.use(async (c, next) => {
    const store = seeded()
    if (!store) {
      return c.html(
        messagePage("Opening soon", "The store is still starting."),
        503
      )
    }
    c.set("store", store)
    c.set("shopper", new Shopper(storeUrl, store))
    return await next()
  })

  app.get("/", (c) => {
    const { price, shipping_price } = c.get("store")
    return c.html(productPage(price, shipping_price))
  })

  app.post("/buy", async (c) => {
    const { rail } = await c.req.parseBody()
    const shopper = c.get("shopper")
    const cart = await shopper.fillCart()
    const session = await shopper.startSession(
      cart,
      rail === "onchain" ? PROVIDERS.onchain : PROVIDERS.hosted,
      {
        success_url: `${url}/thanks?cart=${cart.id}`,
        cancel_url: `${url}/cancelled`,
      }
    )
    return c.redirect(String(session.data.redirect_url), 303)
  })

  app.get("/thanks", async (c) => {
    const id = c.req.query("cart") ?? ""
    if (!/^cart_[0-9A-Z]+$/.test(id)) {
      return c.html(messagePage("No such cart", "This link is not whole."), 404)
    }
    const { body } = await c.get("shopper").complete({ id })
    return c.html(
      body.type === "order"
        ? paidPage(body.order.display_id, storeUrl)
        : waitingPage()
    )
  })

  app.get("/cancelled", (c) =>
    c.html(
      messagePage(
        "No payment has arrived yet",
        "If you have sent coins already, don't pay again: your order follows by itself when they arrive."
      )
    )
  )

  app.onError((error, c) =>
    c.html(messagePage("That did not work", error.message), 500)
  )

  return app
}
