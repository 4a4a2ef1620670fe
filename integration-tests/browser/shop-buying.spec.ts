import type { AdminPaymentsResponse } from "../../src/http-types"
import { shopBrowser } from "../setup/browser/shop-browser"
import { waitFor } from "../../tools/harness/wait-for"

const { merchant, setFlow, pageTest, checkoutTest } = shopBrowser()

/** The captured amount of each payment collection of an order. */
async function captured(orderId: string): Promise<number[]> {
  const { order } = await merchant().get<{
    order: { payment_collections: { captured_amount: number }[] }
  }>(`/admin/orders/${orderId}?fields=id,payment_collections.captured_amount`)
  return order.payment_collections.map(({ captured_amount }) => captured_amount)
}

// Every other pair of flow and rail is paid in the tests of detours and tabs.
describe.each([
  ["pay_first", "hosted"],
  ["order_first", "onchain"],
] as const)("%s, %s", (flow, rail) => {
  beforeAll(async () => await setFlow(flow))

  pageTest(
    "a buyer pays, returns to the order, and the money is captured",
    async ({ shop }) => {
      await shop.fillCart()
      const { id, display_id } = await shop.pay(rail)

      // An order placed before its payment is shown before the ledger has its
      // id.
      const payments = await waitFor("the order to be noted", async () => {
        const found = await merchant().get<AdminPaymentsResponse>(
          `/admin/stablecoin/payments?q=${display_id}`
        )
        return found.payments[0]?.order_id && found.payments
      })
      expect(payments).toMatchObject([{ status: "paid", order_id: id, rail }])
      expect(await captured(id)).toEqual([12.5])
      // The cart is completed.
      await shop.open("/cart", "Your cart")
      await shop.page.getByText("There is nothing in your cart yet.").waitFor()
    }
  )
})

describe("what buyers see", () => {
  beforeAll(async () => await setFlow("pay_first"))

  pageTest(
    "every page is accessible, and the chosen network and coin are those of the payment",
    async ({ shop }) => {
      await shop.open("/", "Enamel mug")
      await shop.check()
      await shop.button("One Enamel mug more").click()
      await shop.button("Add to cart").click()
      await shop.heading("Your cart").waitFor()
      await shop.check()
      await shop.page.getByRole("link", { name: "Checkout" }).click()
      await shop.part("pay").waitFor()
      await shop.choose("onchain", { coin: "USDC", network: "Base" })
      await shop.picture("shop-checkout")

      // Paying is disabled while the old address is being edited.
      await shop.button("Change").click()
      await shop.part("pay").waitFor({ state: "hidden" })
      await shop.check()
      await shop.page.getByLabel("City").fill("Shelbyville")
      await shop.button("Save").click()
      await shop.page.getByText("12345 Shelbyville").waitFor()
      await shop.goAndPay("onchain")

      await shop.page.getByText("Send on Base only").waitFor()
      await shop.page.getByText("22.50 USDC").first().waitFor()
      await shop.button("Return to shop").click()
      await shop.back()
      await shop.waitForStatus("pending")
      await shop.page.getByText(/^Pay by \w+, \w+ \d+, \d+:\d\d/).waitFor()
      for (const fact of ["22.50 USDC", "Base"]) {
        await shop.page.getByText(fact, { exact: true }).waitFor()
      }
      await shop.picture("shop-payment")
      await shop.goOnAndPay()
      await shop.picture("shop-order")
    }
  )

  checkoutTest(
    "a buyer whose clock is 30 minutes fast sees the deadline by that clock",
    async ({ shop }) => {
      await shop.page.addInitScript(() => {
        const now = Date.now
        Date.now = () => now() + 30 * 60_000
      })
      await shop.leaveToPay("onchain")
      await shop.atGatewayPress("Return to shop")
      await shop.back()
      await shop.waitForStatus("pending")

      const { payments } = await merchant().get<AdminPaymentsResponse>(
        `/admin/stablecoin/payments?q=${shop.session}`
      )
      const end = Date.parse(payments[0]!.expires_at) + 30 * 60_000
      // The offset of the clocks is known to some milliseconds.
      const times = await shop.page.evaluate(
        (around) =>
          around.map((time) =>
            new Intl.DateTimeFormat("en-US", {
              hour: "numeric",
              minute: "2-digit",
            }).format(time)
          ),
        [end - 2_000, end + 2_000]
      )
      const text = await shop.page.getByText(/^Pay by /).innerText()
      expect(times).toContain(text.split(", ").at(-1))
    }
  )

  checkoutTest(
    "a Spanish browser with a narrow screen gets the shop and the payment in Spanish, and the order says how it was paid",
    async ({ shop }) => {
      const { page } = shop
      await page.getByRole("radio", { name: /^Enviar desde/ }).check()
      const avalanche = page.getByText("Avalanche C-Chain", { exact: true })
      // One line of text.
      expect((await avalanche.boundingBox())?.height).toBeLessThan(30)
      await page.getByRole("radio", { name: "Avalanche C-Chain" }).check()
      await shop.check()
      expect(await shop.overflow()).toBe(0)
      await shop.goAndPay("onchain")
      await shop.atGatewayPress("Return to shop")
      await shop.heading("Tu pago").waitFor()
      await shop.waitForStatus("pending")
      await page
        .getByText(/^Límite para pagar: [^,]+, \d+ de [^,]+, \d+:\d\d/)
        .waitFor()
      await shop.check()
      await shop.part("continue").click()
      await shop.atGatewayPress(/^Pay /)
      await shop.heading(/^Gracias por tu pedido n\.º \d+$/).waitFor()
      for (const fact of ["12,50 USDT", "Avalanche C-Chain"]) {
        await page.getByText(fact, { exact: true }).waitFor()
      }
      // A test payment is on no explorer.
      expect(await page.getByRole("link", { name: /^0x/ }).count()).toBe(0)
      await page.getByTitle(/^0x/).waitFor()
      await shop.check()
      expect(await shop.overflow()).toBe(0)
    },
    { locale: "es-ES", viewport: { width: 390, height: 844 } }
  )
})
