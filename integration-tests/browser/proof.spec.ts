import { storeWithRoles } from "../setup/browser/facts"
import { adminBrowser } from "../setup/browser/admin-browser"
import {
  buyOnChain,
  buyWithLie,
  contradictPayment,
  prove,
  seeTransfer,
} from "../setup/browser/on-chain"
import { cancelOrder, type Purchase } from "../setup/browser/purchases"

const store = storeWithRoles()
const { api, pageTest } = adminBrowser({ store })
let proven: Purchase
let lie: Purchase
let seen: { payment_id: string }

beforeAll(async () => {
  proven = await buyOnChain(store, api)
  lie = await buyWithLie(store, api)
  seen = await seeTransfer(store)
  await prove(store, api, proven)
  await prove(store, api, lie)
}, 60_000)

pageTest(
  "a merchant sees that the network has proven a payment, and from whom",
  async (admin) => {
    const { page } = admin
    await admin.open(`/stablecoin/payments/${proven.payment_id}`, "Proof")
    await page
      .getByText("The network shows the exact transfer, in a final")
      .waitFor()
    await page.getByRole("button", { name: "Copy Sender" }).first().waitFor()
    await page.getByText(/^Proven: block [\d,]+ from 0x/).waitFor()
    await admin.check()
  }
)

pageTest(
  "a merchant sees what the network shows instead, and that nothing was captured",
  async (admin) => {
    const { page } = admin
    await admin.open(`/stablecoin/payments/${lie.payment_id}`, "Proof")
    await page.getByText("moved another amount").waitFor()
    await page.getByText("0.01 USDT →").waitFor()
    await page
      .getByText("Not captured, since the network contradicts it.")
      .waitFor()
    await page
      .getByText(
        "The gateway confirmed the money, and the network does not prove it."
      )
      .first()
      .waitFor()
    await admin.check()

    await page.getByRole("link", { name: "Open the exception" }).first().click()
    const exception = page.getByRole("dialog")
    await exception.getByText("0.01 USDT →").first().waitFor()
    await admin.check()

    await admin.open(`/orders/${lie.order.id}`, "Stablecoin payment")
    const panel = page.getByRole("article", { name: /^Payment / })
    await panel.getByText("Network disagrees").waitFor()
    await panel
      .getByText("Not captured, since the network contradicts it.")
      .waitFor()
  }
)

pageTest(
  "the overview says which of its money the network does not show",
  async (admin) => {
    const { page } = admin
    await admin.open("/stablecoin", "Overview")
    await page
      .getByText("The network does not prove 12.50 USDT of it.")
      .waitFor()
    await admin.check()
    await page.getByRole("link", { name: "Show payments" }).click()
    const row = page.getByRole("row", { name: /Network disagrees/ })
    await row.waitFor()
    expect(await page.getByRole("row").count()).toBe(2)
  }
)

pageTest(
  "a merchant comes from the overview to a transfer that the gateway never reported",
  async (admin) => {
    const { page } = admin
    await admin.open("/stablecoin", "Overview")
    const main = page.getByRole("main")
    await main.getByRole("link", { name: "Open exceptions" }).click()
    await page.getByRole("link", { name: /On another network/ }).click()
    const drawer = page.getByRole("dialog")
    await drawer.getByText("12.50 USDT on BNB Smart Chain").waitFor()
    await drawer.getByRole("button", { name: "Copy Sender" }).waitFor()
    await admin.check()

    await admin.open(`/stablecoin/payments/${seen.payment_id}`, "Timeline")
    await page.getByText(/^12\.50 USDT on .* seen from 0x/).waitFor()
  }
)

pageTest(
  "a merchant is warned before sending back what the network does not show",
  async (admin) => {
    const { page } = admin
    const paid = await buyOnChain(store, api)
    // The store refunds only what the network has proven.
    await prove(store, api, paid)
    const { id } = await cancelOrder(api, paid)
    await contradictPayment(store, paid)

    await admin.open(`/stablecoin/refunds?refund=${id}`, "Send the refund")
    const drawer = page.getByRole("dialog", { name: "12.50 USDT" })
    await drawer
      .getByText("The network does not show that the payment's money arrived.")
      .waitFor()
    await admin.check()
  }
)
