import { RAILS, type Rail } from "../../src/ledger/rails.ts"
import { checkAdmin, withChromium } from "./admin-in-browser.mts"
import { buy } from "./buy.mts"
import type { Shell, Started } from "./shell.mts"
import { createCatalog } from "./catalog.mts"
import { Merchant } from "../../tools/harness/shop/merchant.ts"
import type { Offer } from "../../tools/harness/store/seed.ts"
import { waitFor } from "../../tools/harness/wait-for.ts"
import {
  runDoctor,
  enableRails,
  placeOrdersFirst,
  waitForPrice,
} from "./merchant-steps.mts"
import { errorsIn, type SandboxFacts } from "./running-store.mts"
import type { Timetable } from "./timetable.mts"

export type Shop = {
  /** The folder of the running store. */
  built: Shell
  url: string
  /** The project with the client, and the URL of its pages. */
  storefront: Shell
  storefrontUrl: string
  sandbox: SandboxFacts
  running: Started
}

/** Runs the README's admin steps, then a purchase on each rail, and in euros. */
export async function sell(shop: Shop, steps: Timetable): Promise<void> {
  const { built, url, sandbox, running } = shop
  const api = new Merchant({ url })
  const seeded = await steps.run(
    "README 2: both rails in a region",
    async () => await createCatalog(api, await enableRails(api))
  )
  const orders: string[] = []
  const purchase = async (
    rail: Rail,
    how: string,
    asked = "12.50 USDC",
    offer: Offer = seeded
  ): Promise<void> => {
    const what = `Bought with the installed client: ${rail}, ${how}`
    await steps.run(what, async () => {
      const { order_id, payment_id } = await buy(rail, {
        storeUrl: url,
        offer,
        asked,
        controlUrl: sandbox.urls.control,
        storefrontUrl: shop.storefrontUrl,
        storefront: shop.storefront,
      })
      await waitForSubscriber(running, payment_id, rail)
      orders.push(order_id)
    })
  }
  for (const rail of RAILS) {
    await purchase(rail, "pay first")
  }
  await steps.run("The built admin, in a browser", async () => {
    await withChromium(async (chromium) => {
      await checkAdmin(chromium, { storeUrl: url, orderId: orders[0] ?? "" })
    })
  })
  await steps.run(
    "README 3: the doctor, once a euro has its price",
    async () => {
      await waitForPrice(api)
      await runDoctor(built)
    }
  )
  await placeOrdersFirst(api)
  await purchase("hosted", "order first, in euros", "13.61 USDC", seeded.euro)
  await steps.run("No error in the store's log", async () => {
    const errors = errorsIn(running.output())
    if (errors.length > 0) {
      throw new Error(errors.join("\n"))
    }
  })
}

/**
 * Waits for the output of the store's own subscriber, which imports its event
 * names from the package.
 */
async function waitForSubscriber(
  running: Started,
  paymentId: string,
  rail: Rail
): Promise<void> {
  const line = `${paymentId} was paid on ${rail}`
  await waitFor(
    `the store's own subscriber to print "${line}"`,
    async () => running.output().includes(line),
    { timeoutMs: 10_000 }
  )
}
