import type { AdminPage } from "../setup/browser/admin-page"
import { buy, payWrongAmount } from "../setup/browser/purchases"
import { adminBrowser } from "../setup/browser/admin-browser"

const { store, api, pageTest } = adminBrowser()
let wrongAmount: { id: string }

beforeAll(async () => {
  await buy(store, api, "hosted")
  await buy(store, api, "onchain")
  wrongAmount = await payWrongAmount(store, api)
}, 60_000)

pageTest("the admin is completely translated into Spanish", async (admin) => {
  await admin.open("/settings/profile/edit", "Edit Profile")
  await admin.page.getByRole("dialog").getByRole("combobox").click()
  await admin.page.getByRole("option", { name: "Español" }).click()
  await admin.page.getByRole("button", { name: "Save" }).click()
  await admin.page.getByRole("heading", { name: "Perfil" }).waitFor()

  await admin.open("/settings/stablecoin", "Checkout alojado")
  await admin.page
    .getByText("Esto es el sandbox, no una pasarela")
    .first()
    .waitFor()
  await admin.check()
  await admin.page
    .getByRole("button", { name: "Editar Checkout alojado", exact: true })
    .click()
  const account = admin.page.getByRole("dialog", { name: "Checkout alojado" })
  const test = account.getByRole("button", { name: "Probar la conexión" })
  await test.click()
  await account.getByText("Conectado en modo de prueba").waitFor()
  await account.getByLabel("Secreto de cliente").fill("de-otra-parte")
  await test.click()
  await account
    .getByText("La pasarela no ha confirmado las credenciales.")
    .waitFor()
  await account.getByText("Revisa el id de cliente").waitFor()
  await admin.open("/settings/stablecoin", "Checkout alojado")
  await admin.page
    .getByRole("button", { name: "Editar Proceso de compra", exact: true })
    .click()
  const form = admin.page.getByRole("dialog", { name: "Proceso de compra" })
  await form.getByLabel("Los pagos sin pagar terminan tras").fill("1")
  admin.watch.expect({ status: 400, path: /^\/admin\/stablecoin\/settings$/ })
  await form.getByRole("button", { name: "Guardar" }).click()
  await form.getByText("Como mínimo, 5 min.").waitFor()
  await open(admin, "/stablecoin", "Resumen")
  await admin.page.getByRole("heading", { name: "Dinero recibido" }).waitFor()
  await open(admin, "/stablecoin/payments", "Pagos")
  await admin.page.getByText("Pagado", { exact: true }).first().waitFor()
  await admin.picture("payments-es")
  await open(admin, "/stablecoin/exceptions", "Excepciones")
  await open(
    admin,
    `/stablecoin/exceptions?exception=${wrongAmount.id}`,
    "Importe incorrecto"
  )
  await admin.page
    .getByText(/^3,00 USDT/)
    .first()
    .waitFor()
  await admin.check()
  await open(admin, "/stablecoin/refunds", "Reembolsos")
  await open(admin, "/stablecoin/webhooks", "Webhooks")
  await open(admin, "/stablecoin/health", "Diagnóstico")
})

async function open(
  admin: AdminPage,
  path: string,
  heading: string
): Promise<void> {
  await admin.open(path, heading)
  expect(await admin.page.locator("main").innerText()).not.toMatch(
    /\b(common|overview|payments|exceptions|refunds|webhooks|health|settings)\.\w/
  )
}
