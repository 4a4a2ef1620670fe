import type { Server } from "node:http"
import { createAdaptorServer } from "@hono/node-server"
import { Hono } from "hono"
import { html } from "hono/html"
import type { SeededStore } from "../harness/store/seed.ts"
import type { ShopBundle } from "./shop-bundle.mts"
import type { ShopConfig } from "./shop/shop-config.ts"

export type Storefront = {
  url: string
  /**
   * Opens the shop, once the store is seeded.
   *
   * @param bundle absent: serves a plain page, for buyers without a browser
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
      return c.html(
        page("Opening soon", "The store is still starting.", true),
        503
      )
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
      return c.html(page("Enamelware", "Welcome back.", false))
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

/** A page of the shop that says one thing. */
export function page(title: string, text: string, refresh: boolean) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${refresh ? html`<meta http-equiv="refresh" content="2" />` : ""}
        <link rel="icon" href="data:," />
        <title>${title}</title>
      </head>
      <body
        style="font: 17px/1.5 system-ui, sans-serif; margin: 12vh auto; max-width: 32rem"
      >
        <h1>${title}</h1>
        <p>${text}</p>
      </body>
    </html>`
}
