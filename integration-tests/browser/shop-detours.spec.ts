import { control } from "../setup/browser/purchases"
import { shopBrowser } from "../setup/browser/shop-browser"

const { store, orderElsewhere, merchant, setFlow, checkoutTest } = shopBrowser()

describe("an order that is placed by its money", () => {
  beforeAll(async () => await setFlow("pay_first"))

  checkoutTest(
    "a buyer who leaves the gateway's page continues the same payment, and can reload any page",
    async ({ shop }) => {
      await shop.page.reload()
      await shop.choose("onchain", { network: "Base" })
      await shop.goAndPay("onchain")
      const where = shop.page.url()
      await shop.atGatewayPress("Return to shop")
      await shop.back()
      await shop.page.reload()
      await shop.waitForStatus("pending")
      await shop.part("continue").click()
      await shop.atGateway()
      expect(shop.page.url()).toBe(where)
      const order = await shop.payAtGateway()
      await shop.page.reload()

      expect(await shop.ordered()).toEqual(order)
    }
  )

  checkoutTest(
    "a buyer who returns as paid is asked to wait, and not to pay again",
    async ({ shop, newTab }) => {
      await control(store, "fault", {
        kind: "drop",
        event: "payment.success",
      })
      await shop.leaveAndReturn("hosted", /^Pay /)
      const checkout = await newTab()
      await checkout.open("/checkout", "Checkout")
      for (const tab of [shop, checkout]) {
        await tab.page.getByText("Waiting for confirmation").waitFor()
        for (const name of ["continue", "choose", "pay"] as const) {
          expect(await tab.part(name).count()).toBe(0)
        }
        await tab.check()
      }
    }
  )

  checkoutTest(
    "a buyer whose paid order was cancelled is told of the money, and may order again once it goes back",
    async ({ shop }) => {
      const { id } = await shop.pay("onchain")
      await merchant().post(`/admin/orders/${id}/cancel`, {})
      await shop.open(`/order/${id}`, /^Order #\d+ was cancelled$/)
      await shop.page.getByText("Your money will be sent back.").waitFor()
      await shop.part("restart").waitFor()
      await shop.check()
    }
  )

  checkoutTest(
    "a buyer who changes the cart is warned not to pay twice, and sees what becomes of the money for the cart before",
    async ({ shop }) => {
      await shop.leaveToPay("onchain")
      const gatewayUrl = shop.page.url()
      await shop.fillCart()
      await shop.part("pay").waitFor()
      await shop.page.getByText(/^If you have paid, don't pay again/).waitFor()
      await shop.check()

      await shop.payByPhone(gatewayUrl)

      await shop.page.getByText("Your payment has arrived").waitFor()
      await shop.page.getByText(/^Your order could not be completed/).waitFor()
      expect(await shop.part("pay").count()).toBe(0)
    }
  )

  const ends = [
    {
      status: "cancelled",
      phase: "ended",
      rail: "onchain",
      button: "Cancel this payment",
    },
    {
      status: "failed",
      phase: "waiting",
      rail: "hosted",
      button: "Simulate a failed payment",
    },
  ] as const

  for (const { status, phase, rail, button } of ends) {
    checkoutTest(
      `a payment that was ${status} is shown as such, and another one pays the cart`,
      async ({ shop }) => {
        await shop.leaveAndReturn(rail, button)
        await shop.waitForStatus(status, phase)
        await shop.check()
        await shop.part("choose").click()
        await shop.heading("Checkout").waitFor()
        await shop.pay("hosted")
      }
    )
  }

  checkoutTest(
    "the back button leads to a checkout that offers the pending payment",
    async ({ shop }) => {
      await shop.leaveToPay("onchain")
      await shop.goBack()
      await shop.heading("Checkout").waitFor()
      await shop.waitForStatus("pending")
      const order = await shop.goOnAndPay()

      // No page behind the order's can be paid again.
      await shop.goBack(2)
      expect(await shop.ordered()).toEqual(order)
    }
  )
})

describe("an order that is placed before its money", () => {
  beforeAll(async () => await setFlow("order_first"))

  checkoutTest(
    "the back button leads to the payment of the existing order",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      await shop.goBack()
      await shop.back()
      await shop.goOnAndPay()
    }
  )

  checkoutTest(
    "the existing order is shown as unpaid, and can be paid another way",
    async ({ shop }) => {
      await shop.leaveAndReturn("hosted", "Return to shop without paying")
      await shop.part("choose").click()
      await shop.heading(/^Your order #\d+ is not paid yet$/).waitFor()
      await shop.check()
      await shop.pay("onchain")
    }
  )

  checkoutTest(
    "after a payment was cancelled with its order, the same products are bought again",
    async ({ shop }) => {
      await shop.leaveAndReturn("onchain", "Cancel this payment")
      await shop.waitForStatus("cancelled", "ended")
      await shop.check()
      await shop.part("restart").click()
      await shop.heading("Checkout").waitFor()
      await shop.page.getByText("Enamel mug × 1").waitFor()
      await shop.pay("onchain")
    }
  )

  checkoutTest(
    "the page of a cancelled order says so, and clears only that order's cart",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      const { id, display_id } = await orderElsewhere()
      await shop.open(
        `/order/${id}`,
        `Your order #${display_id} is not paid yet`
      )
      await shop.part("continue").waitFor()
      await merchant().post(`/admin/orders/${id}/cancel`, {})
      await shop.open(`/order/${id}`, `Order #${display_id} was cancelled`)
      await shop.check()

      await shop.page.getByRole("link", { name: "Cart" }).click()
      await shop.back()
      await shop.goOnAndPay()
    }
  )
})
