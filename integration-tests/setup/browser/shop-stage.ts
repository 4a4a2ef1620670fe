import type { Browser } from "playwright-core"
import { AdminApi } from "./admin-api"
import { launchBrowser, newPerson, watched } from "./browser"
import { adminStore, type AdminStore } from "./facts"
import { ShopPage } from "./shop-page"

/** A person in the shop, with an empty cart. */
export type Buyer = {
  /** The first tab. */
  shop: ShopPage
  /** Another tab of the same browser. */
  newTab(): Promise<ShopPage>
}

type CheckoutFlow = "pay_first" | "order_first"

/**
 * A browser of one spec file's own, and a store that takes payments.
 *
 * @returns `scene`, which is a test with a new person: it fails, with pictures, on what the pages complain of too
 */
export function shopStage(): {
  store: AdminStore
  /** The merchant's person, over HTTP. */
  merchant(): AdminApi
  /** As the merchant sets it in the admin. */
  setFlow(flow: CheckoutFlow): Promise<void>
  scene(name: string, act: (buyer: Buyer) => Promise<void>): void
} {
  const store = adminStore()
  let browser: Browser
  let api: AdminApi

  const setFlow = async (flow: CheckoutFlow | null): Promise<void> => {
    await api.post("/admin/stablecoin/settings", {
      general: { checkout_flow: flow },
    })
  }

  beforeAll(async () => {
    api = await AdminApi.login(store)
    await api.setUp()
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser.close()
    await setFlow(null)
  })

  return {
    store,
    merchant: () => api,
    setFlow,
    scene: (name, act) => {
      it(name, async () => {
        const person = await newPerson(browser)
        const tabs: ShopPage[] = []
        const newTab = async (): Promise<ShopPage> => {
          const tab = new ShopPage(await person.newPage(), store)
          tabs.push(tab)
          return tab
        }
        const shop = await newTab()
        await watched(
          name,
          () => tabs,
          async () => await act({ shop, newTab })
        )
        await person.close()
      })
    },
  }
}
