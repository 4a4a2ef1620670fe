import type {
  AdminExceptionResponse,
  AdminPaymentsResponse,
} from "../../src/http-types"
import { adminBrowser } from "../setup/browser/admin-browser"
import { seeTransfer } from "../setup/browser/on-chain"
import {
  control,
  payWithoutReport,
  payWrongAmount,
  startPayment,
} from "../setup/browser/purchases"

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
