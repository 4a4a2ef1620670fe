import type {
  AdminExceptionResponse,
  AdminPaymentsResponse,
  AdminRefundResponse,
  AdminRefundsResponse,
} from "../../src/http-types"
import { adminBrowser } from "../setup/browser/admin-browser"
import { seeTransfer, withDatabase } from "../setup/browser/on-chain"
import {
  control,
  ordered,
  payWithoutReport,
  payWrongAmount,
  refundPart,
  startPayment,
} from "../setup/browser/purchases"
import { repriceCart } from "../setup/store/reprice-cart"
import { payOnPage } from "../../tools/harness/shop/checkout-page"

const { store, api, pageTest } = adminBrowser()

pageTest(
  "a merchant learns that a hosted payment waits for the gateway, and where to look it up",
  async (admin) => {
    const id = await payWithoutReport(admin)
    await admin.open(`/stablecoin/payments/${id}`, "12.50 USDT")
    await admin.page
      .getByText("Waiting for the gateway's report", { exact: true })
      .first()
      .waitFor()
    await admin.page.getByRole("button", { name: "Check again" }).click()
    await admin.page
      .getByText(
        "A hosted payment can't be read: look it up in the gateway's portal"
      )
      .waitFor()
    await admin.check()
  }
)

pageTest(
  "a merchant reads the gateway's own words at a payment that it refused",
  async (admin) => {
    await control(store, "fault", {
      api: "business",
      endpoint: "create",
      kind: "status",
      status: 422,
      body: { status: "error", message: "USDT is not enabled." },
    })
    await startPayment(store, "onchain").catch(() => undefined)
    const { payments } = await api.get<AdminPaymentsResponse>(
      "/admin/stablecoin/payments?status=failed&limit=1"
    )
    await admin.open(`/stablecoin/payments/${payments[0]?.id}`, "12.50 USDT")
    await admin.page
      .getByText("The gateway says: “USDT is not enabled.”")
      .waitFor()
    await admin.check()
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
    await admin.open(
      `/stablecoin/payments/${String(exception.payment_id)}`,
      "12.50 USDT"
    )
    await admin.page
      .getByRole("status")
      .filter({ hasText: "You decided to send back" })
      .getByRole("link", { name: "Send it, and mark it as sent" })
      .click()
    await admin.page.getByRole("dialog", { name: "3.00 USDT" }).waitFor()
  }
)

pageTest(
  "a decision about unconfirmed money says that it cancels the payment, whose page says that it is not confirmed",
  async (admin) => {
    const { page } = admin
    const { payment_id } = await seeTransfer(store)
    const id = `stexc_${payment_id}`
    const title = "On another network"
    const drawer = await admin.openException(id, title)
    const ends = drawer.getByText(/^Once none of its money is left/)
    const toRefund = drawer.getByRole("radio", { name: "Send money back" })
    await toRefund.waitFor()
    expect(await ends.count()).toBe(0)
    await toRefund.click()
    await ends.waitFor()
    await drawer.getByRole("radio", { name: "Keep", exact: true }).click()
    await ends.waitFor()
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

pageTest(
  "a payment in another currency shows both sums and its rate, and is refunded at the rate that the merchant chooses",
  async (admin) => {
    await api.saveSettings({
      general: { currencies: { usd: ["USDT", "USDC"], eur: ["USDC"] } },
      pricing: {
        sources: [{ type: "fixed", rates: { eur: "1.0832" } }],
        spread: "0.5",
      },
    })
    const { redirect_url, payment_id } = await startPayment(
      store,
      "hosted",
      async ({ id }) =>
        await withDatabase(store, async (db) => {
          await repriceCart(db, id, "eur", 12.5)
        })
    )
    await payOnPage(redirect_url)
    const { order } = await ordered(api, payment_id)

    await admin.open(`/orders/${order.id}`, "Stablecoin payment")
    const panel = admin.page.getByRole("article", { name: /13\.61 USDC/ })
    await panel.getByText("€12.50", { exact: true }).waitFor()
    await panel
      .getByText("1.0832 (Own rates 1.0832, surcharge 0.5 %)")
      .waitFor()
    await admin.check("article")

    await api.saveSettings({
      pricing: { sources: [{ type: "fixed", rates: { eur: "1.2" } }] },
    })
    await refundPart(api, order.id, 10)
    const { refunds } = await api.get<AdminRefundsResponse>(
      `/admin/stablecoin/refunds?payment_id=${payment_id}`
    )
    await admin.open(`/stablecoin/refunds?refund=${refunds[0]?.id}`, "Refunds")
    const choice = admin.page.getByRole("radiogroup")
    await choice.getByText("You add 1.11 USDC.").waitFor()
    await choice.getByText("At today's rate: 12.00 USDC").click()
    await admin.page.getByText("The refund is 12.00 USDC now.").waitFor()
    await admin.check()
    await admin.picture("refund-price")
    expect(
      (
        await api.get<AdminRefundResponse>(
          `/admin/stablecoin/refunds/${refunds[0]?.id}`
        )
      ).refund
    ).toMatchObject({ amount: "12.00", allocated: "10.89", rate: "1.2" })
  }
)
