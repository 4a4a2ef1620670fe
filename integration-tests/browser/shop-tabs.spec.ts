import type { Request } from "playwright-core"
import type {
  AdminExceptionsResponse,
  AdminPaymentsResponse,
} from "../../src/http-types"
import type { StorePaymentResponse } from "../../src/http-types/store"
import { Observer } from "../../tools/harness/postgres/observer"
import { paymentUrl } from "../../tools/harness/shop/payment-state"
import { Shopper } from "../../tools/harness/shop/shopper"
import { waitFor } from "../../tools/harness/wait-for"
import { shopBrowser } from "../setup/browser/shop-browser"

const { store, merchant, setFlow, checkoutTest } = shopBrowser()

/** Of `watchPayment`, which spreads the polls of many tabs. */
const LONGEST_JITTER = 1.25

const isPoll = (request: Request) =>
  request.url().includes("/store/stablecoin/payments/") &&
  request.method() === "GET"

beforeAll(async () => await setFlow("pay_first"))

checkoutTest(
  "a payment in one tab leads the other one to the order",
  async ({ shop, newTab }) => {
    const other = await newTab()
    await other.open("/checkout", "Checkout")
    await other.part("pay").waitFor()

    const order = await shop.pay("hosted")

    expect(await other.ordered()).toEqual(order)
  }
)

checkoutTest(
  "a buyer who pays on a phone and leaves the gateway's page finds the order in the shop",
  async ({ shop, newTab }) => {
    await shop.leaveToPay("hosted")
    await shop.payByPhone()
    const other = await newTab()
    await other.page.goto(`${store.shopUrl}/checkout`)

    await other.ordered()
  }
)

checkoutTest(
  "a buyer who is back sees the order at the first poll after its commit, within 2 seconds",
  async ({ shop }) => {
    await shop.leaveToPay("onchain")
    const gateway = shop.page.url()
    await shop.atGatewayPress("Return to shop")
    await shop.back()
    await shop.waitForStatus("pending")
    const { session } = shop
    const polls: Request[] = []
    shop.page.on("request", (request) => {
      if (isPoll(request) && request.headers()["if-none-match"]) {
        polls.push(request)
      }
    })
    await waitFor("a poll", async () => polls.length > 0)
    const { body } = await new Shopper(
      store.url,
      store.seeded
    ).call<StorePaymentResponse>("GET", paymentUrl("", session))
    // The time that passes is the interval's, on a machine of any speed.
    expect(body.poll_after * LONGEST_JITTER).toBeLessThan(2_000)

    const seen = shop.ordered()
    await shop.payByPhone(gateway)

    const db = await Observer.connect(store.databaseUrl)
    const committed = await waitFor("the order", async () => {
      const [row] = await db.query(
        "SELECT FROM stablecoin_payment WHERE session_id = $1 AND order_id IS NOT NULL",
        [session]
      )
      return row && Date.now()
    })
    await db.close()
    await seen
    const later = polls.filter(
      (request) => request.timing().startTime >= committed
    )
    expect(later.length).toBeLessThanOrEqual(1)
  }
)

checkoutTest(
  "a tab in the background does not poll, and reads the state on return",
  async ({ shop, newTab }) => {
    await shop.leaveToPay("hosted")
    const { page } = await newTab()
    await page.clock.install()
    let polls = 0
    page.on("request", (request) => {
      polls += isPoll(request) ? 1 : 0
    })
    const polled = async () =>
      await page.waitForResponse((response) => isPoll(response.request()))
    const show = async (visibility: "visible" | "hidden") =>
      await page.evaluate(
        `Object.defineProperty(document, "visibilityState", { configurable: true, value: "${visibility}" })
         document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`
      )

    await page.goto(`${store.shopUrl}/checkout`)
    await page.locator('[data-phase="waiting"]').waitFor()
    await polled()
    await show("hidden")
    polls = 0
    await page.clock.fastForward(600_000)
    const back = polled()
    await show("visible")
    await back

    expect(polls).toBe(1)
  }
)

checkoutTest(
  "a payment in each of two tabs ends in one order, whichever is paid",
  async ({ shop, newTab }) => {
    await shop.leaveToPay("hosted")
    const other = await newTab()
    await other.open("/checkout", "Checkout")
    await other.part("choose").click()
    await other.leaveToPay("onchain")

    // The older payment, which the shop has abandoned.
    const order = await shop.payAtGateway()
    await other.atGatewayPress("Return to shop")

    expect(await other.ordered()).toEqual(order)
  }
)

checkoutTest(
  "a late payment for a changed cart is explained to the buyer and the merchant",
  async ({ shop, newTab }) => {
    await shop.leaveToPay("hosted")
    const other = await newTab()
    await other.open("/cart", "Your cart")
    await other.button("One Enamel mug more").click()
    await other.page.getByText("$20.00").first().waitFor()

    await shop.atGatewayPress(/^Pay /)
    await shop.back()
    await shop.waitForStatus("paid")
    await shop.page.getByText("Your order could not be completed").waitFor()
    await shop.button("Copy").click()
    await shop.button("Copied").waitFor()
    const reference = await shop.page.evaluate<string>(
      "navigator.clipboard.readText()"
    )
    await shop.page.getByText(reference, { exact: true }).waitFor()
    await shop.check()

    const { payments } = await merchant().get<AdminPaymentsResponse>(
      `/admin/stablecoin/payments?q=${reference}`
    )
    const { exceptions } = await merchant().get<AdminExceptionsResponse>(
      `/admin/stablecoin/exceptions?payment_id=${payments[0]?.id}`
    )
    expect(exceptions).toMatchObject([{ status: "open" }])
    // The changed cart can't be paid while the received money is in question,
    // also after a reload.
    await other.page.getByRole("link", { name: "Checkout" }).click()
    for (const reload of [false, true]) {
      if (reload) {
        await other.page.reload()
      }
      await other.page.getByText("Don't pay again").waitFor()
      await other.page.getByText("12.50 USDT", { exact: true }).waitFor()
      await other.page.getByText(reference, { exact: true }).waitFor()
      expect(await other.part("pay").count()).toBe(0)
    }
    await other.check()
    await merchant().post(
      `/admin/stablecoin/exceptions/${exceptions[0]?.id}/resolve`,
      {
        action: "close",
        note: "Sent back.",
        held: "12.50",
        sent: { tx_hash: `0x${"b7".repeat(32)}` },
      }
    )
    await other.page.getByText("Your money was sent back").waitFor()
    await other.part("choose").click()
    await other.button("Pay 22.50 USDT").waitFor()
  }
)
