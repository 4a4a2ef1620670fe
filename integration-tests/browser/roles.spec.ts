import type { StablecoinPermission } from "../../src/http-types"
import { AdminApi } from "../setup/browser/admin-api"
import type { AdminPage } from "../setup/browser/admin-page"
import { storeWithRoles } from "../setup/browser/facts"
import {
  buy,
  payWrongAmount,
  type Purchase,
  startPayment,
} from "../setup/browser/purchases"
import { SettingsPage } from "../setup/browser/settings-page"
import { adminBrowser } from "../setup/browser/admin-browser"
import { inviteWithRole, type User } from "../setup/browser/users"

const store = storeWithRoles()

/** Permissions that Medusa's own pages need. */
const MEDUSA = [
  "notification:read",
  "order:read",
  "order_claim:read",
  "order_exchange:read",
  "region:read",
  "reservation_item:read",
  "return:read",
  "sales_channel:read",
  "store:read",
  "user:read",
]
const READS: StablecoinPermission[] = [
  "stablecoin_payment:read",
  "stablecoin_exception:read",
  "stablecoin_webhook:read",
  "stablecoin_setting:read",
]

const reader: User = { email: "", password: "" }
let purchase: Purchase
let waiting: { payment_id: string }
let exception: { id: string }

beforeAll(async () => {
  const api = new AdminApi(store)
  const email = `reader-${Date.now()}@example.com`
  const permissions = [...MEDUSA, ...READS]
  Object.assign(
    reader,
    await inviteWithRole(store, api, { email, permissions })
  )
  purchase = await buy(store, api, "onchain")
  exception = await payWrongAmount(store, api)
  waiting = await startPayment(store, "onchain")
}, 60_000)

const { pageTest } = adminBrowser({ store, user: reader })

/** Buttons that change something. */
const ACTIONS =
  /^(Check now|Check again|Resolve|Process again|Edit .*|Test connection|Remove the secret .*)$/

async function expectNoAction(admin: AdminPage): Promise<void> {
  const actions = admin.page.getByRole("button", { name: ACTIONS })
  expect(await actions.allTextContents()).toEqual([])
}

pageTest(
  "a role with only read permission sees a payment, and can't end it",
  async (admin) => {
    await admin.open("/stablecoin/payments", "Payments")
    await admin.page
      .getByRole("row", {
        name: new RegExp(`#${purchase.order.display_id}\\b`),
      })
      .waitFor()
    await admin.open(`/stablecoin/payments/${waiting.payment_id}`, "12.50 USDT")
    await admin.page.getByRole("heading", { name: "Webhooks" }).waitFor()

    await expectNoAction(admin)
    await admin.page
      .getByRole("button", { name: "Copy payment link" })
      .waitFor()
    const cancel = admin.page.getByRole("button", {
      name: /Cancel payment|Stop waiting/,
    })
    expect(await cancel.count()).toBe(0)
    const refunds = admin.page.getByRole("heading", { name: "Refunds" })
    expect(await refunds.count()).toBe(0)
    await admin.check()
  }
)

pageTest(
  "it reads an exception, a webhook, the settings and an order, and no more",
  async (admin) => {
    await admin.open(
      `/stablecoin/exceptions?exception=${exception.id}`,
      "Problem"
    )
    await expectNoAction(admin)
    await admin.open("/stablecoin/webhooks", "Webhooks")
    await admin.page
      .getByRole("link", { name: /payment\.success/ })
      .first()
      .click()
    await admin.page
      .getByRole("dialog")
      .getByRole("heading", { name: "Payload" })
      .waitFor()
    await expectNoAction(admin)
    await new SettingsPage(admin).open()
    await expectNoAction(admin)
    await admin.open(`/orders/${purchase.order.id}`, "Stablecoin payment")
    await admin.page
      .getByText("Your role does not include refunds, so they are not shown")
      .waitFor()
    await expectNoAction(admin)
  }
)

pageTest(
  "a page outside the role names the missing permission, and is not in the sidebar",
  async (admin) => {
    await admin.open(
      "/stablecoin/refunds",
      "Your role does not include this page"
    )

    await admin.page.getByText("stablecoin_refund:read").waitFor()
    await admin.open("/stablecoin", "Overview")
    const { page } = admin
    const attention = page.getByRole("main").getByRole("listitem")
    await attention.getByRole("link", { name: "Open exceptions" }).waitFor()
    const toRefunds = attention.getByRole("link", { name: "Refunds to send" })
    expect(await toRefunds.count()).toBe(0)
    const sidebar = admin.page.getByRole("complementary").first()
    await sidebar.getByRole("link", { name: "Exceptions" }).waitFor()
    expect(await sidebar.getByRole("link", { name: "Refunds" }).count()).toBe(0)
    await admin.check()
  }
)
