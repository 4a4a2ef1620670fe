import type {
  AdminExceptionsResponse,
  AdminPaymentsResponse,
} from "../../src/http-types"
import { shopBrowser } from "../setup/browser/shop-browser"

const { store, merchant, setFlow, checkoutTest } = shopBrowser()

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
  "returning to the tab opens one stream of events",
  async ({ shop, newTab }) => {
    await shop.leaveToPay("hosted")
    const { page } = await newTab()
    let streams = 0
    const isStream = (url: string) => new URL(url).pathname.endsWith("/events")
    page.on("request", (request) => {
      streams += isStream(request.url()) ? 1 : 0
    })
    const opened = async () =>
      await page.waitForResponse((response) => isStream(response.url()))
    const show = async (visibility: "visible" | "hidden") =>
      await page.evaluate(
        `Object.defineProperty(document, "visibilityState", { configurable: true, value: "${visibility}" })
         document.dispatchEvent(new Event("visibilitychange"))`
      )

    const first = opened()
    await page.goto(`${store.shopUrl}/checkout`)
    await first
    await show("hidden")
    const second = opened()
    await show("visible")
    await second

    expect(streams).toBe(2)
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
    const { session } = shop
    await shop.page.getByText(session, { exact: true }).waitFor()
    await shop.button("Copy").click()
    await shop.button("Copied").waitFor()
    expect(
      await shop.page.evaluate<string>("navigator.clipboard.readText()")
    ).toBe(session)
    await shop.check()

    const { payments } = await merchant().get<AdminPaymentsResponse>(
      `/admin/stablecoin/payments?q=${session}`
    )
    const { exceptions } = await merchant().get<AdminExceptionsResponse>(
      `/admin/stablecoin/exceptions?payment_id=${payments[0]?.id}`
    )
    expect(exceptions).toMatchObject([{ status: "open" }])
    // The cart in its current state can still be bought. The received money is
    // named above the choice, also after a reload.
    await other.page.getByRole("link", { name: "Checkout" }).click()
    await other.part("pay").waitFor()
    for (const reload of [false, true]) {
      if (reload) {
        await other.page.reload()
      }
      await other.page
        .getByText("Your money is safe: the shop is notified")
        .waitFor()
      await other.page.getByText("12.50 USDT", { exact: true }).waitFor()
      await other.page.getByText(session, { exact: true }).waitFor()
      await other.button("Pay 22.50 USDT").waitFor()
    }
    await other.check()
  }
)
