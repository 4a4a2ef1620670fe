import { shopStage } from "../setup/browser/shop-stage"

const { setFlow, sceneAtCheckout } = shopStage()

describe("an order that is placed by its money", () => {
  beforeAll(async () => await setFlow("pay_first"))

  sceneAtCheckout(
    "who leaves the gateway's page can go on with the same payment",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      const where = shop.page.url()
      await shop.atGatewayPress("Cancel and return to shop")
      await shop.back()
      await shop.look()
      await shop.page.getByRole("link", { name: "Continue to payment" }).click()
      await shop.atGateway()
      expect(shop.page.url()).toBe(where)
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()
    }
  )

  sceneAtCheckout(
    "who leaves the gateway's page can pay in another way",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      await shop.atGatewayPress("Cancel and return to shop")
      await shop.back()
      await shop.button("Choose another way to pay").click()
      await shop.heading("Checkout").waitFor()
      await shop.choose("onchain")
      await shop.goAndPay()
      await shop.page.getByText("Send on Polygon only").waitFor()
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()
    }
  )

  sceneAtCheckout(
    "a payment that was cancelled at the gateway says so, and another one pays the cart",
    async ({ shop }) => {
      await shop.leaveToPay("onchain")
      await shop.atGatewayPress("Cancel this payment")
      await shop.back()
      await shop.page.getByText("The payment was cancelled.").waitFor()
      await shop.look()
      await shop.button("Choose how to pay").click()
      await shop.heading("Checkout").waitFor()
      await shop.choose("hosted")
      await shop.goAndPay()
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()
    }
  )

  sceneAtCheckout(
    "a payment that failed says so, and another one pays the cart",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      await shop.atGatewayPress("Simulate a failed payment")
      await shop.back()
      await shop.page.getByText("The payment did not go through.").waitFor()
      await shop.look()
      await shop.button("Choose another way to pay").click()
      await shop.heading("Checkout").waitFor()
      await shop.choose("hosted")
      await shop.goAndPay()
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()
    }
  )

  sceneAtCheckout(
    "the back button leads to a checkout that offers the payment that waits",
    async ({ shop }) => {
      await shop.leaveToPay("onchain")
      await shop.goBack()
      await shop.heading("Checkout").waitFor()
      await shop.page.getByText("Waiting for your payment.").waitFor()
      await shop.page.getByRole("link", { name: "Continue to payment" }).click()
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()

      // Nothing that lies behind the order can be paid again.
      await shop.goBack(2)
      await shop.ordered()
    }
  )

  sceneAtCheckout("a reload loses nothing, on any page", async ({ shop }) => {
    await shop.page.reload()
    await shop.choose("onchain", { network: "Base" })
    await shop.goAndPay()
    await shop.atGatewayPress("Return to shop")
    await shop.back()
    await shop.page.reload()
    await shop.page.getByText("Waiting for your payment.").waitFor()
    await shop.page.getByRole("link", { name: "Continue to payment" }).click()
    await shop.atGatewayPress(/^Pay /)
    const order = await shop.ordered()
    await shop.page.reload()

    expect(await shop.ordered()).toEqual(order)
  })
})

describe("an order that stands before its money", () => {
  beforeAll(async () => await setFlow("order_first"))

  sceneAtCheckout(
    "the back button leads to the payment of the order that stands",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      await shop.goBack()
      await shop.back()
      await shop.page.getByRole("link", { name: "Continue to payment" }).click()
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()
    }
  )

  sceneAtCheckout(
    "the order that stands can be paid in another way",
    async ({ shop }) => {
      await shop.leaveToPay("hosted")
      await shop.atGatewayPress("Cancel and return to shop")
      await shop.back()
      await shop.button("Choose another way to pay").click()
      await shop.choose("onchain")
      await shop.goAndPay()
      await shop.page.getByText("Send on Polygon only").waitFor()
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()
    }
  )

  sceneAtCheckout(
    "after a payment that was cancelled with its order, the same things are bought anew",
    async ({ shop }) => {
      await shop.leaveToPay("onchain")
      await shop.atGatewayPress("Cancel this payment")
      await shop.back()
      await shop.page.getByText("and the order with it").waitFor()
      await shop.look()
      await shop.button("Order again").click()
      await shop.heading("Checkout").waitFor()
      await shop.page.getByText("Enamel mug × 1").waitFor()
      await shop.choose("onchain")
      await shop.goAndPay()
      await shop.atGatewayPress(/^Pay /)
      await shop.ordered()
    }
  )
})
