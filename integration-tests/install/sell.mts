import { setTimeout as wait } from "node:timers/promises"
import { RAILS, type Rail } from "../../src/ledger/rails.ts"
import { checkAdmin, withChromium } from "./admin-in-browser.mts"
import { buy } from "./buy.mts"
import type { Shell, Started } from "./shell.mts"
import { createCatalog } from "./catalog.mts"
import { Merchant } from "../../tools/harness/shop/merchant.ts"
import {
  runDoctor,
  enableRails,
  placeOrdersFirst,
  testConnections,
} from "./merchant-steps.mts"
import { errorsIn, type SandboxFacts } from "./running-store.mts"
import type { Timetable } from "./timetable.mts"

/** Milliseconds that a subscriber may take. */
const TIMEOUT_MS = 10_000

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

/** Runs the README's admin steps, then a purchase on each rail. */
export async function sell(shop: Shop, steps: Timetable): Promise<void> {
  const { built, url, sandbox, running } = shop
  const api = new Merchant({ url })
  await steps.run("README 1: both rails connect", async () => {
    await testConnections(api)
  })
  const seeded = await steps.run(
    "README 2: both rails in a region",
    async () => await createCatalog(api, await enableRails(api))
  )
  await steps.run("README 3: the doctor", async () => {
    await runDoctor(built)
  })
  const orders: string[] = []
  const purchase = async (rail: Rail, flow: string): Promise<void> => {
    const what = `Bought with the installed client: ${rail}, ${flow}`
    await steps.run(what, async () => {
      const { order_id, payment_id } = await buy(rail, {
        storeUrl: url,
        seeded,
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
  await placeOrdersFirst(api)
  await purchase("hosted", "order first")
  await steps.run("The built admin, in a browser", async () => {
    await withChromium(async (chromium) => {
      await checkAdmin(chromium, { storeUrl: url, orderId: orders[0] ?? "" })
    })
  })
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
  const deadline = Date.now() + TIMEOUT_MS
  while (!running.output().includes(line)) {
    if (Date.now() > deadline) {
      throw new Error(`The store's own subscriber did not print: "${line}".`)
    }
    await wait(50)
  }
}
