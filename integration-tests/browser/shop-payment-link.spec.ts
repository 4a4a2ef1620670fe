import { shopBrowser } from "../setup/browser/shop-browser"

const { merchant, setFlow, checkoutTest } = shopBrowser()

type Order = {
  display_id: number
  summary: { pending_difference: number }
  payment_collections: {
    id: string
    status: string
    captured_amount: number
  }[]
}

async function readOrder(id: string): Promise<Order> {
  const { order } = await merchant().get<{ order: Order }>(
    `/admin/orders/${id}?fields=id,display_id,summary,*payment_collections`
  )
  return order
}

/**
 * Adds a mug to a paid order.
 *
 * @returns the path of the link that Medusa's admin copies
 */
async function addToOrder(order_id: string): Promise<string> {
  await merchant().editOrder({ order_id }, 2)
  const { payment_collections } = await readOrder(order_id)
  const open = payment_collections.find(({ status }) => status === "not_paid")
  return `/payment-collection/${open?.id}?order_id=${order_id}`
}

beforeAll(async () => await setFlow("pay_first"))

checkoutTest(
  "a buyer pays the rest of an edited order by the copied link, and reaches the order",
  async ({ shop }) => {
    const { id, display_id } = await shop.pay("onchain")
    const link = await addToOrder(id)

    await shop.open(link, `Pay the rest of order #${display_id}`)
    await shop.part("pay").waitFor()
    await shop.check()
    await shop.choose("onchain", { network: "Base" })
    await shop.goAndPay("onchain")
    await shop.page.getByText("10.00 USDT").first().waitFor()
    await shop.atGatewayPress("Return to shop")
    await shop.waitForStatus("pending")
    await shop.check()
    await shop.part("continue").click()
    await shop.atGatewayPress(/^Pay /)

    const thanks = `Thank you for your order #${display_id}`
    await shop.heading(thanks).waitFor()
    await shop.check()
    const { summary, payment_collections } = await readOrder(id)
    expect(summary.pending_difference).toBe(0)
    expect(
      payment_collections.map(({ captured_amount }) => captured_amount).sort()
    ).toEqual([10, 12.5])

    // Nothing is left to pay, also without the session.
    await shop.open(link, thanks)
    expect(await shop.part("pay").count()).toBe(0)
    await shop.page
      .getByText(/(12\.50|10\.00)\s\w+ \+ (12\.50|10\.00)/)
      .waitFor()
  }
)

checkoutTest(
  "an order of which nothing is paid asks for its total, also after a payment was cancelled",
  async ({ shop }) => {
    const id = await merchant().enterOrder()
    const { display_id } = await readOrder(id)
    await merchant().post("/admin/payment-collections", {
      order_id: id,
      amount: 12.5,
    })
    await shop.open(`/order/${id}`, /^Thank you/)
    await shop.page.getByRole("link", { name: /^Pay \$12\.50$/ }).click()
    await shop.heading(`Pay order #${display_id}`).waitFor()
    await shop.check()
    await shop.leaveToPay("onchain")
    await shop.atGatewayPress("Cancel this payment")
    await shop.heading(`Pay order #${display_id}`).waitFor()
    await shop.waitForStatus("cancelled", "ended")

    await shop.open(`/order/${id}`, /^Thank you/)
    await shop.page.getByRole("link", { name: /^Pay \$12\.50$/ }).click()
    await shop.part("choose").or(shop.part("pay")).waitFor()
  }
)
