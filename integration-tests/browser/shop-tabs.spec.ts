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
