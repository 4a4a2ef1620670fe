import type {
  AdminExceptionResponse,
  AdminExceptionsResponse,
  AdminPaymentsResponse,
} from "../../src/http-types"
import { waitFor } from "../../tools/harness/wait-for"
import { control } from "../setup/browser/purchases"
import { shopBrowser } from "../setup/browser/shop-browser"
import type { ShopPage } from "../setup/browser/shop-page"

const { store, merchant, setFlow, checkoutTest } = shopBrowser()

beforeAll(async () => await setFlow("pay_first"))

const HASH = `0x${"b7".repeat(32)}`

/** Lets the gateway report a payment, found by a session or an order. */
async function report(q: string, overrides: object): Promise<string> {
  const { payments } = await merchant().get<AdminPaymentsResponse>(
    `/admin/stablecoin/payments?q=${q}`
  )
  const { id } = payments[0]!
  await control(store, "trigger", {
    event: "payment_order.paid",
    orderNo: id,
    overrides,
  })
  return id
}

async function openException(payment_id: string) {
  return await waitFor("the exception", async () => {
    const { exceptions } = await merchant().get<AdminExceptionsResponse>(
      `/admin/stablecoin/exceptions?payment_id=${payment_id}&status=open`
    )
    return exceptions[0]?.id
  })
}

/** Closes the open exception of a payment, as the merchant. */
async function close(payment_id: string, whereabouts: object): Promise<void> {
  const path = `/admin/stablecoin/exceptions/${await openException(payment_id)}`
  const { exception } = await merchant().get<AdminExceptionResponse>(path)
  await merchant().post(`${path}/resolve`, {
    action: "close",
    note: "Decided.",
    held: exception.held?.amount,
    ...whereabouts,
  })
}

/** Pays too little, and returns to the payment's page. */
async function payTooLittle(shop: ShopPage): Promise<string> {
  await shop.leaveToPay("onchain")
  await shop.atGatewayPress("Return to shop")
  await shop.waitForStatus("pending")
  const id = await report(shop.session, { amount: 9 })
  await shop.page.getByText("The shop is checking your payment").waitFor()
  return id
}

checkoutTest(
  "an order that the merchant created is shown with its money, and takes the cart out of every tab",
  async ({ shop, newTab }) => {
    const payment = await payTooLittle(shop)
    const other = await newTab()
    await other.open("/cart", "Your cart")

    const order_id = await merchant().enterOrder()
    await close(payment, { order_id })

    const { id, display_id } = await shop.ordered()
    await shop.page.getByText("9.00 USDT", { exact: true }).waitFor()
    await shop.page.getByText(/^\$3\.50 is still to be paid\./).waitFor()
    await shop.check()
    const emptyCart = "There is nothing in your cart yet."
    await shop.open("/cart", "Your cart")
    await shop.page.getByText(emptyCart).waitFor()
    await other.page
      .getByText(emptyCart)
      .or(other.heading(/^Thank you/))
      .waitFor()

    await merchant().post(`/admin/orders/${id}/cancel`, {})
    await shop.open(`/order/${id}`, `Order #${display_id} was cancelled`)
    await shop.page.getByText("Your money will be sent back").waitFor()
    await shop.page.locator(".paid-by").waitFor()
    const goesBack = shop.page.getByText("Will be sent back", { exact: true })
    expect(await goesBack.count()).toBe(1)
    expect(await shop.part("choose").count()).toBe(0)
    await shop.check()
  }
)

checkoutTest(
  "a pending payment is put aside, taken up and replaced, and a transfer by it is named on the order's page, and not counted as paid",
  async ({ shop }) => {
    await shop.leaveToPay("onchain")
    await shop.atGatewayPress("Return to shop")
    await shop.waitForStatus("pending")
    const replaced = shop.session
    await shop.part("choose").click()
    await shop.part("resume").click()
    await shop.waitForStatus("pending")
    await shop.part("choose").click()
    await shop.heading("Checkout").waitFor()
    await shop.pay("hosted")

    await openException(await report(replaced, { amount: 9 }))
    await shop.page.reload()

    await shop.page.getByText(/^Another transfer of yours has arr/).waitFor()
    const facts = (await shop.page.locator("dl").allInnerTexts()).join("\n")
    const shown = facts.replaceAll(/\s+/g, " ")
    expect(shown).toContain("Paid 12.50 USDT Also arrived 9.00 USDT")
    await shop.check()
  }
)

checkoutTest(
  "a buyer is not asked for the rest of an order while other money of it is open",
  async ({ shop }) => {
    const { id } = await shop.pay("onchain")
    const another = (digit: string) => ({
      payment: { tx_hash: HASH.replaceAll("b", digit) },
    })
    const payment = await report(id, another("d"))
    await openException(payment)
    await merchant().editOrder({ order_id: id }, 2)
    const link = shop.page.getByRole("link", { name: "Pay the rest: $10.00" })
    await shop.page.reload()
    await shop.page.getByText(/^Another transfer of yours has arr/).waitFor()
    expect(await link.count()).toBe(0)
    await shop.check()

    await close(payment, { sent: another("e").payment })
    await shop.page.reload()
    await link.click()
    await shop.heading(/^Pay the rest/).waitFor()
    const url = shop.page.url()
    await report(id, another("f"))
    await openException(payment)
    await shop.page.goto(url)
    await shop.page.getByText(/^Another transfer of yours has arr/).waitFor()
    expect(await shop.part("pay").count()).toBe(0)
  }
)

checkoutTest(
  "a buyer of more than the order sees what paid for it and what goes back, by the payment that paid",
  async ({ shop }) => {
    await shop.leaveToPay("onchain")
    await shop.atGatewayPress("Return to shop")
    await shop.waitForStatus("pending")
    const { session } = shop
    const id = await report(session, { amount: 15 })
    const exception = await openException(id)
    await merchant().post(`/admin/stablecoin/exceptions/${exception}/resolve`, {
      action: "refund",
      note: "Too much.",
      held: "15.00",
      refund: { amount: "2.50" },
    })
    await close(id, { order_id: await merchant().enterOrder() })

    await shop.ordered()
    await shop.page.getByText("Will be sent back").waitFor()
    const facts = (await shop.page.locator("dl").allInnerTexts()).join("\n")
    const shown = facts.replaceAll(/\s+/g, " ")
    expect(shown).toContain("Paid 12.50 USDT Will be sent back 2.50 USDT")
    await shop.check()
  }
)
