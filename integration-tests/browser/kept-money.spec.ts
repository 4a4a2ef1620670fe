import type { AdminRefundsResponse } from "../../src/http-types"
import { adminBrowser } from "../setup/browser/admin-browser"
import type { AdminPage } from "../setup/browser/admin-page"
import { payWrongAmount } from "../setup/browser/purchases"

const { store, api, pageTest } = adminBrowser()

/** Shows the admin in a language on each page that is opened from now on. */
const setLanguage = async ({ page }: AdminPage, value: "en" | "es") =>
  await page.context().addCookies([{ name: "lng", value, url: store.url }])

/** Enters an order manually. */
async function enterOrder(email?: string) {
  const id = await api.enterOrder({ email })
  const { order } = await api.get<{ order: { display_id: number } }>(
    `/admin/orders/${id}?fields=display_id`
  )
  return { id, number: `#${order.display_id}` }
}

pageTest(
  "a merchant closes an exception with an order of its own, whose page asks for the rest",
  async (admin) => {
    const { id } = await payWrongAmount(store, api)
    const order = await enterOrder()
    const drawer = await admin.openException(id, "Wrong amount")
    await drawer.getByRole("radio", { name: "Use for an order" }).click()
    await drawer.getByLabel("Order", { exact: true }).fill(order.number)
    await drawer.getByLabel("Your note").fill("Served by an order of our own.")
    await drawer.getByRole("button", { name: "Resolve" }).click()

    await admin.page.getByText(`is kept for ${order.number}.`).waitFor()
    const missing = admin.page.getByText(/The order still lacks \$9\.50/)
    await missing.waitFor()
    await admin.open(`/orders/${order.id}`, "Stablecoin payment")
    await missing.waitFor()
    await admin.page
      .getByText(/^Medusa does not count money that you keep for this order/)
      .waitFor()
    await admin.check("article")

    await admin.page.getByText("Still to pay: $9.50").waitFor()
    await admin.page
      .getByRole("button", { name: "Create a payment link" })
      .click()
    await admin.page
      .getByText("Created. Copy the link in the order's summary.")
      .waitFor()
    await admin.page.getByText(/^Copy payment link for .*9\.50/).waitFor()
    await admin.page.getByText("Still to pay").waitFor({ state: "detached" })
  }
)

pageTest(
  "money is kept for the order of another customer once the merchant has read whose both are",
  async (admin) => {
    const { id } = await payWrongAmount(store, api)
    const { number } = await enterOrder("friend@example.com")
    const drawer = await admin.openException(id, "Wrong amount")
    await drawer.getByRole("radio", { name: "Use for an order" }).click()
    await drawer.getByLabel("Order", { exact: true }).fill(number)
    await drawer.getByLabel("Your note").fill("Paid for a friend.")
    admin.watch.expect({
      status: 400,
      path: /^\/admin\/stablecoin\/exceptions\/.*\/resolve$/,
    })
    const resolve = drawer.getByRole("button", { name: "Resolve" })
    await resolve.click()
    await drawer
      .getByRole("alert")
      .getByText(
        "This order is of friend@example.com, and the money is of buyer@example.com."
      )
      .waitFor()
    await admin.check()
    await resolve.click()
    await admin.page.getByText(`is kept for ${number}.`).waitFor()
  }
)

pageTest(
  "a Spanish merchant decides about money in parts, and reads in the form why an order is refused",
  async (admin) => {
    const { id } = await payWrongAmount(store, api)
    await setLanguage(admin, "es")
    const drawer = await admin.openException(id, "Importe incorrecto")
    await drawer.getByRole("radio", { name: "Devolver el dinero" }).click()
    await drawer.getByLabel("Importe en USDT").fill("2,00")
    await drawer.getByLabel("Tu nota").fill("Acordado.")
    await drawer.getByRole("button", { name: "Resolver" }).click()
    await admin.page
      .getByText(/Registrado\. La excepción sigue abierta/)
      .waitFor()
    // The form starts over once the exception is read again.
    await drawer.getByText("Acordado.").waitFor()

    await drawer.getByRole("radio", { name: "Usar para un pedido" }).click()
    await drawer.getByLabel("Pedido", { exact: true }).fill("#99999")
    await drawer.getByLabel("Tu nota").fill("Servido.")
    admin.watch.expect({
      status: 400,
      path: /^\/admin\/stablecoin\/exceptions\/.*\/resolve$/,
    })
    await drawer.getByRole("button", { name: "Resolver" }).click()
    const refusal = drawer.getByRole("alert").getByText(/Comprueba su número/)
    await refusal.waitFor()

    await drawer.getByRole("radio", { name: "Devolver el dinero" }).click()
    await refusal.waitFor({ state: "detached" })
    await drawer.getByLabel("Importe en USDT").fill("1,00")
    await drawer.getByRole("button", { name: "Resolver" }).click()
    await admin.page
      .getByText(/^La excepción está resuelta y un reembolso espera/)
      .waitFor()
    const { refunds } = await api.get<AdminRefundsResponse>(
      `/admin/stablecoin/refunds?q=${id}`
    )
    expect(refunds.map(({ amount }) => amount).sort()).toEqual(["1.00", "2.00"])
    await drawer.getByRole("link", { name: "Abrir el reembolso" }).click()
    await admin.page.getByRole("dialog", { name: "1,00 USDT" }).waitFor()
    await setLanguage(admin, "en")
  }
)
