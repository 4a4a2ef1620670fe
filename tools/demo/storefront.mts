import type { Server } from "node:http"
import { createAdaptorServer } from "@hono/node-server"
import { Hono } from "hono"
import type { SeededStore } from "../harness/store/seed.ts"
import { page } from "./page.mts"
import type { ShopBundle } from "./shop-bundle.mts"
import type { ShopConfig } from "./shop/shop-config.ts"

export type Storefront = {
  url: string
  /**
   * Opens the shop, once the store is seeded.
   *
   * @param bundle absent: serves a plain text, for buyers without a browser
   */
  open(store: SeededStore, bundle?: ShopBundle): void
  close(): Promise<void>
}

/** The data served while the shop is open. */
type Open = { config: ShopConfig; bundle: ShopBundle | undefined }

/**
 * Serves the shop's files and the store's URL. It has no other access to the
 * store.
 */
export async function startStorefront(
  storeUrl: string,
  port: number
): Promise<Storefront> {
  const shop: { open?: Open } = {}
  const server = createAdaptorServer({
    fetch: routes(() => shop.open).fetch,
    overrideGlobalObjects: false,
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  return {
    url: `http://localhost:${port}`,
    open: ({ publishable_key, region_id }, bundle) => {
      const config = { backend_url: storeUrl, publishable_key, region_id }
      shop.open = { config, bundle }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function routes(opened: () => Open | undefined): Hono<{
  Variables: { open: Open }
}> {
  const app = new Hono<{ Variables: { open: Open } }>()

  app.use(async (c, next) => {
    const open = opened()
    if (!open) {
      return c.html(page("opening", c.req.header("accept-language")), 503)
    }
    c.set("open", open)
    return await next()
  })

  app.get("/config.json", (c) => {
    c.header("cache-control", "no-store")
    return c.json(c.get("open").config)
  })

  app.get("*", (c) => {
    const { bundle } = c.get("open")
    if (!bundle) {
      return c.text("Welcome back.")
    }
    const file = bundle.get(c.req.path)
    if (file) {
      // File names change with the content.
      c.header("cache-control", "max-age=31536000, immutable")
      return c.body(file.body, 200, { "content-type": file.type })
    }
    const index = bundle.get("/index.html")
    if (!index || c.req.path.startsWith("/assets/")) {
      return c.notFound()
    }
    // The shop routes every other path in the browser.
    c.header("cache-control", "no-cache")
    return c.body(index.body, 200, { "content-type": index.type })
  })

  return app
}
