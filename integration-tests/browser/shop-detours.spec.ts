import { shopStage } from "../setup/browser/shop-stage"

const { orderElsewhere, merchant, setFlow, sceneAtCheckout } = shopStage()

describe("an order that is placed by its money", () => {
  beforeAll(async () => await setFlow("pay_first"))

  sceneAtCheckout(
    "who leaves the gateway's page can go on with the same payment, and a reload loses nothing, on any page",
    async ({ shop }) => {
      await shop.page.reload()
      await shop.choose("onchain", { network: "Base" })
      await shop.goAndPay("onchain")
      const where = shop.page.url()
      await shop.atGatewayPress("Return to shop")
      await shop.back()
      await shop.page.reload()
      await shop.told("pending")
      await shop.part("continue").click()
      await shop.atGateway()
      expect(shop.page.url()).toBe(where)
      const order = await shop.payAtGateway()
      await shop.page.reload()

      expect(await shop.ordered()).toEqual(order)
    }
  )

  sceneAtCheckout(
    "a payment that waits gives way to another one",
    async ({ shop }) => {
      await shop.leaveAndReturn("hosted", "Return to shop without paying")
      await shop.told("pending")
      await shop.part("choose").click()
      await shop.heading("Checkout").waitFor()
      await shop.pay("onchain")
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
    sceneAtCheckout(
      `a payment that was ${status} says so, and another one pays the cart`,
      async ({ shop }) => {
        await shop.leaveAndReturn(rail, button)
        await shop.told(status, phase)
        await shop.look()
        await shop.part("choose").click()
        await shop.heading("Checkout").waitFor()
        await shop.pay("hosted")
      }
    )
  }

  sceneAtCheckout(
    "the back button leads to a checkout that offers the payment that waits",
    async ({ shop }) => {
      await shop.leaveToPay("onchain")
      await shop.goBack()
      await shop.heading("Checkout").waitFor()
      await shop.told("pending")
      const order = await shop.goOnAndPay()

      // No page behind the order's can be paid again.
      await shop.goBack(2)
      expect(await shop.ordered()).toEqual(order)
    }
  )
})

describe("an order that stands before its money", () => {
  beforeAll(async () => await setFlow("order_first"))

  sceneAtCheckout(
    "the back button leads to the payment of the order that stands",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      await shop.goBack()
      await shop.back()
      await shop.goOnAndPay()
    }
  )

  sceneAtCheckout(
    "the order that stands says that it is not paid, and can be paid in another way",
    async ({ shop }) => {
      await shop.leaveAndReturn("hosted", "Return to shop without paying")
      await shop.part("choose").click()
      await shop.heading(/^Your order #\d+ is not paid yet$/).waitFor()
      await shop.look()
      await shop.pay("onchain")
    }
  )

  sceneAtCheckout(
    "after a payment that was cancelled with its order, the same things are bought anew",
    async ({ shop }) => {
      await shop.leaveAndReturn("onchain", "Cancel this payment")
      await shop.told("cancelled", "ended")
      await shop.look()
      await shop.part("restart").click()
      await shop.heading("Checkout").waitFor()
      await shop.page.getByText("Enamel mug × 1").waitFor()
      await shop.pay("onchain")
    }
  )

  sceneAtCheckout(
    "the page of an order says when it was cancelled, and lets go of no cart but the one that it was",
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
      await shop.look()

      await shop.page.getByRole("link", { name: "Cart" }).click()
      await shop.back()
      await shop.goOnAndPay()
    }
  )
})
