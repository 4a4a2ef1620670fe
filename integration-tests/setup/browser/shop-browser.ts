import type { Browser } from "playwright-core"
import { PROVIDERS } from "../../../tools/harness/shop/names"
import { Shopper } from "../../../tools/harness/shop/shopper"
import { AdminApi } from "./admin-api"
import { launchBrowser, openContext, watched } from "./browser"
import { adminStore, type AdminStore } from "./facts"
import { ShopPage } from "./shop-page"

/** A buyer in the shop. */
export type Buyer = {
  /** The first tab. */
  shop: ShopPage
  /** Another tab of the same browser. */
  newTab(): Promise<ShopPage>
}

type CheckoutFlow = "pay_first" | "order_first"

/** Marks a page restored from the back/forward cache, for ShopPage.goBack. */
const noteRestored = `addEventListener("pageshow", ({ persisted }) => {
  document.documentElement.toggleAttribute("data-restored", persisted)
})`

type Act = (buyer: Buyer) => Promise<void>

/** The buyer's browser. */
type As = { locale?: string; viewport?: { width: number; height: number } }

/**
 * A browser for one spec file, and a store that accepts payments.
 *
 * Each test has a new browser context. It fails, with screenshots, on problems
 * of the pages too.
 */
export function shopBrowser(): {
  store: AdminStore
  /** The merchant, over HTTP. */
  merchant(): AdminApi
  /** Places an unpaid order of another buyer's cart, under `order_first`. */
  orderElsewhere(): Promise<{ id: string; display_id: number }>
  /** Sets the checkout flow as the merchant does in the admin. */
  setFlow(flow: CheckoutFlow): Promise<void>
  /** Begins with an empty tab. */
  pageTest(name: string, act: Act): void
  /** Begins at the checkout, with one mug in the cart. */
  checkoutTest(name: string, act: Act, as?: As): void
} {
  const store = adminStore()
  let browser: Browser
  let api: AdminApi

  const setFlow = async (flow: CheckoutFlow | null): Promise<void> => {
    await api.saveSettings({
      general: { checkout_flow: flow },
    })
  }

  const shopper = new Shopper(store.url, store.seeded)

  const orderElsewhere = async () => {
    const cart = await shopper.fillCart()
    await shopper.startSession(cart, PROVIDERS.hosted)
    const { body } = await shopper.complete(cart)
    if (body.type !== "order") {
      throw new Error(`No order was placed: ${body.error.message}`)
    }
    return body.order
  }

  const run = async (
    name: string,
    act: Act,
    remembered: Record<string, string>,
    as: As = {}
  ): Promise<void> => {
    const localStorage = Object.entries(remembered).map(([key, value]) => ({
      name: key,
      value,
    }))
    const context = await openContext(browser, {
      ...as,
      storageState: {
        cookies: [],
        origins: [{ origin: store.shopUrl, localStorage }],
      },
    })
    await context.addInitScript(noteRestored)
    const tabs: ShopPage[] = []
    const newTab = async (): Promise<ShopPage> => {
      const tab = new ShopPage(await context.newPage(), store)
      tabs.push(tab)
      return tab
    }
    const shop = await newTab()
    await watched(
      name,
      () => tabs,
      async () => await act({ shop, newTab })
    )
    await context.close()
  }

  beforeAll(async () => {
    api = new AdminApi(store)
    await api.setUp()
    browser = await launchBrowser({
      // Playwright turns off the back/forward cache, which real browsers use:
      // the back button restores a page as it was left.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    })
  })

  afterAll(async () => {
    await browser.close()
    await setFlow(null)
  })

  return {
    store,
    merchant: () => api,
    orderElsewhere,
    setFlow,
    pageTest: (name, act) => {
      it(name, async () => await run(name, act, {}))
    },
    checkoutTest: (name, act, as) => {
      it(name, async () => {
        const cart = await shopper.fillCart()
        const atCheckout: Act = async (buyer) => {
          await buyer.shop.open("/checkout", /^(Checkout|Finalizar la compra)$/)
          await act(buyer)
        }
        await run(name, atCheckout, { "shop.cart_id": cart.id }, as)
      })
    },
  }
}
