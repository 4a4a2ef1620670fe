import type {
  AdminExceptionResponse,
  AdminRefundsResponse,
} from "../../src/http-types"
import { adminBrowser } from "../setup/browser/admin-browser"
import type { AdminPage } from "../setup/browser/admin-page"
import { payWrongAmount } from "../setup/browser/purchases"

const { store, api, pageTest } = adminBrowser()

/** Shows the admin in a language on each page that is opened from now on. */
const setLanguage = async ({ page }: AdminPage, value: "en" | "es") =>
  await page.context().addCookies([{ name: "lng", value, url: store.url }])

pageTest(
  "a merchant serves a buyer by a draft order of the cart, and closes the exception with it",
  async (admin) => {
    const { id } = await payWrongAmount(store, api)
    const drawer = await admin.openException(id, "Wrong amount")
    await drawer.getByRole("button", { name: "Create a draft order" }).click()
    const link = drawer.getByRole("link", { name: /^#\d+$/ })
    const number = await link.innerText()
    await drawer
      .getByText(`Check draft order ${number}, and compare its total of $12.50`)
      .waitFor()
    await admin.check()

    await drawer.getByRole("radio", { name: "Use for an order" }).click()
    expect(await drawer.getByLabel("Order", { exact: true }).inputValue()).toBe(
      number
    )
    await drawer.getByLabel("Your note").fill("Served by a draft order.")
    await drawer.getByRole("button", { name: "Resolve" }).click()

    await admin.page.getByText(`is kept for ${number}.`).waitFor()
    const missing = admin.page.getByText(/The order still lacks \$9\.50/)
    await missing.waitFor()
    const { exception } = await api.get<AdminExceptionResponse>(
      `/admin/stablecoin/exceptions/${id}`
    )
    expect(exception).toMatchObject({
      status: "resolved",
      draft_order: { is_draft: false },
    })
    await admin.open(
      `/stablecoin/payments/${String(exception.payment_id)}`,
      "12.50 USDT"
    )
    await admin.page.getByText("Order created from it").waitFor()
    await admin.check()
    await admin.open(
      `/orders/${String(exception.draft_order?.id)}`,
      "Stablecoin payment"
    )
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
    const { draft_order } = await api.post<{
      draft_order: { id: string; display_id: number }
    }>("/admin/draft-orders", {
      region_id: store.seeded.region_id,
      email: "friend@example.com",
      items: [{ title: "Enamel mug", quantity: 1, unit_price: 12.5 }],
    })
    const number = `#${draft_order.display_id}`
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
  "a merchant reads that stock is missing for a draft order, and not Medusa's ids",
  async (admin) => {
    const { id } = await payWrongAmount(store, api)
    await api.post(`/admin/stablecoin/exceptions/${id}/draft-order`, {})
    const { inventory_items } = await api.get<{
      inventory_items: {
        id: string
        location_levels: { location_id: string; stocked_quantity: number }[]
      }[]
    }>("/admin/inventory-items?fields=id,*location_levels")
    const [item] = inventory_items
    const [level] = item?.location_levels ?? []
    const stock = async (stocked_quantity?: number) =>
      await api.post(
        `/admin/inventory-items/${item?.id}/location-levels/${level?.location_id}`,
        { stocked_quantity }
      )
    await stock(0)
    try {
      const drawer = await admin.openException(id, "Wrong amount")
      await drawer.getByRole("radio", { name: "Use for an order" }).click()
      await drawer.getByLabel("Your note").fill("Served by a draft order.")
      admin.watch.expect({
        status: 400,
        path: /^\/admin\/stablecoin\/exceptions\/.*\/resolve$/,
      })
      await drawer.getByRole("button", { name: "Resolve" }).click()
      await drawer
        .getByRole("alert")
        .getByText("Not enough stock for the items of the cart.")
        .waitFor()
    } finally {
      await stock(level?.stocked_quantity)
    }
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
