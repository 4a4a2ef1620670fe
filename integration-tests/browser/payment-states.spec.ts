import type { AdminExceptionResponse } from "../../src/http-types"
import { adminBrowser } from "../setup/browser/admin-browser"
import { AdminApi } from "../setup/browser/admin-api"
import { payWithoutReport } from "../setup/browser/buyer-returns"
import { adminStore } from "../setup/browser/facts"
import { setLanguage } from "../setup/browser/language"
import { seeTransfer } from "../setup/browser/on-chain"
import { payWrongAmount } from "../setup/browser/purchases"

const { pageTest } = adminBrowser()
const store = adminStore()
const api = new AdminApi(store)

beforeAll(async () => {
  await api.setUp()
}, 60_000)

pageTest(
  "a merchant learns that a hosted payment waits for the gateway, and where to look it up",
  async (admin) => {
    const id = await payWithoutReport(admin)
    for (const [language, badge, action, portal] of [
      [
        "en",
        "Waiting for the gateway's report",
        "Check again",
        /A hosted payment can't be read: look it up in the gateway's portal/,
      ],
      [
        "es",
        "Espera el informe de la pasarela",
        "Comprobar de nuevo",
        /Un pago alojado no se puede consultar: búscalo en el portal/,
      ],
    ] as const) {
      await setLanguage(admin, language)
      await admin.open(`/stablecoin/payments/${id}`, /12[.,]50 USDT/)
      await admin.page.getByText(badge, { exact: true }).first().waitFor()
      await admin.page.getByRole("button", { name: action }).click()
      await admin.page.getByText(portal).waitFor()
      await admin.check()
    }
    await setLanguage(admin, "en")
  }
)

pageTest(
  "a payment whose other money is to be sent back leads to its refund",
  async (admin) => {
    const { id } = await payWrongAmount(store, api)
    const path = `/admin/stablecoin/exceptions/${id}`
    const { exception } = await api.post<AdminExceptionResponse>(
      `${path}/resolve`,
      { action: "refund", note: "Agreed.", held: "3.00" }
    )
    for (const [language, due, link] of [
      ["en", "You decided to send back", "Send it, and mark it as sent"],
      ["es", "Decidiste devolver", "Enviarlo y marcarlo como enviado"],
    ] as const) {
      await setLanguage(admin, language)
      await admin.open(
        `/stablecoin/payments/${String(exception.payment_id)}`,
        /12[.,]50 USDT/
      )
      const shown = admin.page.getByRole("status").filter({ hasText: due })
      await shown.getByRole("link", { name: link }).click()
      await admin.page.getByRole("dialog", { name: /3[.,]00 USDT/ }).waitFor()
    }
    await setLanguage(admin, "en")
  }
)

pageTest(
  "a decision about unconfirmed money says that it cancels the payment, whose page says that it is not confirmed",
  async (admin) => {
    const { page } = admin
    const { payment_id } = await seeTransfer(store)
    const id = `stexc_${payment_id}`
    for (const [language, title, refund, keep, ends] of [
      [
        "es",
        "En otra red",
        "Devolver el dinero",
        "Conservar",
        /^Cuando no quede nada de su dinero, el pago se cancela/,
      ],
      [
        "en",
        "On another network",
        "Send money back",
        "Keep",
        /^Once none of its money is left/,
      ],
    ] as const) {
      await setLanguage(admin, language)
      await admin.open(`/stablecoin/exceptions?exception=${id}`, title)
      const drawer = page.getByRole("dialog", { name: title })
      const toRefund = drawer.getByRole("radio", { name: refund })
      await toRefund.waitFor()
      expect(await drawer.getByText(ends).count()).toBe(0)
      await toRefund.click()
      await drawer.getByText(ends).waitFor()
      await drawer.getByRole("radio", { name: keep, exact: true }).click()
      await drawer.getByText(ends).waitFor()
    }
    await api.post(`/admin/stablecoin/exceptions/${id}/resolve`, {
      action: "close",
      note: "Agreed.",
      held: "12.50",
      kept: "The buyer gave it.",
    })
    await admin.open(`/stablecoin/payments/${payment_id}`, "12.50 USDT")
    await page
      .getByText(/did not pay it\. .+ The gateway has not confirmed it\./)
      .waitFor()
  }
)
