import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import type { Locator, Page } from "playwright-core"
import type { AdminException, AdminRefund } from "../../src/http-types"
import { ADMIN } from "../../tools/harness/shop/names"
import {
  buy,
  cancelOrder,
  startPaymentUnknownAtGateway,
  hideOrders,
  payWithoutReport,
  payWrongAmount,
  refundPart,
  type Purchase,
} from "../setup/browser/purchases"
import { showLess } from "../setup/browser/on-chain"
import { adminBrowser } from "../setup/browser/admin-browser"

const { store, api, pageTest } = adminBrowser()
let hosted: Purchase
let onchain: Purchase
let wrongAmount: { id: string }

/** The value with this text in a list of labeled values. */
const valueOf = (within: Page | Locator, label: string, text: string) =>
  within.locator(`dl > div:has(dt:text-is("${label}"))`).getByText(text)

beforeAll(async () => {
  await buy(store, api, "hosted")
  onchain = await buy(store, api, "onchain")
  hosted = await buy(store, api, "hosted")
  wrongAmount = await payWrongAmount(store, api)
}, 60_000)

pageTest(
  "a merchant finds the payment, and sees that it is a test",
  async (admin) => {
    await admin.open("/stablecoin/payments", "Payments")
    const row = admin.page.getByRole("row", {
      name: new RegExp(`#${hosted.order.display_id}\\b`),
    })
    await row.getByText("12.50 USDT").first().waitFor()
    await row.getByText("Paid", { exact: true }).waitFor()
    await admin.page.getByText("Test", { exact: true }).first().waitFor()
    expect(await admin.page.getByRole("columnheader").allInnerTexts()).toEqual([
      "Order",
      "Amount due",
      "Status",
      "Received",
      "Customer",
      "Created",
      "Network",
    ])
    await admin.picture("payments")
    await admin.picture("payments-dark", { theme: "dark" })

    await admin.page
      .getByRole("searchbox")
      .fill(String(onchain.order.display_id))

    await row.waitFor({ state: "hidden" })
    await admin.page
      .getByRole("row", { name: new RegExp(`#${onchain.order.display_id}\\b`) })
      .getByText("Polygon")
      .waitFor()
  }
)

pageTest(
  "a merchant sees which payments need attention, and what was received for them",
  async (admin) => {
    await admin.open("/stablecoin/payments?needs_attention=true", "Payments")
    const rows = admin.page.getByRole("row")
    const marked = rows.filter({
      has: admin.page.getByText("Needs attention", { exact: true }),
    })
    await marked.filter({ hasText: "3.00 USDT" }).first().waitFor()
    // The first row has the headings.
    expect(await marked.count()).toBe((await rows.count()) - 1)
    await admin.check()
  }
)

pageTest(
  "a merchant exports what the list shows, to a file in the browser's format",
  async (admin) => {
    const number = String(onchain.order.display_id)
    await admin.open("/stablecoin/payments", "Payments")
    await admin.page.getByRole("searchbox").fill("buyer@example.com")
    await admin.page
      .getByRole("row", { name: new RegExp(`#${number}\\b`) })
      .waitFor()
    await admin.page.getByRole("searchbox").fill(onchain.payment_id)
    await admin.page.getByText("1 results").first().waitFor()
    const exported = async (page: Page) => {
      const download = page.waitForEvent("download")
      await page.getByRole("button", { name: "Export" }).click()
      return await download
    }
    const file = await exported(admin.page)

    expect(file.suggestedFilename()).toMatch(
      /^stablecoin-payments-\d{4}-\d\d-\d\d\.csv$/
    )
    const lines = await readFile(await file.path(), "utf8")
    expect(lines).toContain(",USDT,12.50,12.50,")
    expect(lines.split("\r\n")).toEqual([
      expect.stringMatching(/^\uFEFFid,order_number,status,/),
      expect.stringMatching(
        new RegExp(`^${onchain.payment_id},${number},paid,test,onchain,`)
      ),
      "",
    ])

    const german = await admin.page.context().newPage()
    await german.addInitScript(
      `Object.defineProperty(navigator, "language", { value: "de-DE" })`
    )
    await german.goto(
      `${store.url}/app/stablecoin/payments?q=${onchain.payment_id}`
    )
    const inGerman = await readFile(
      await (await exported(german)).path(),
      "utf8"
    )
    expect(inGerman).toContain(";USDT;12,50;12,50;")
    await german.close()
  }
)

pageTest(
  "on a phone the lists show amount and status without scrolling",
  async (admin) => {
    await cancelOrder(api, await buy(store, api, "hosted"))
    // The longest names of a kind are like this one.
    await startPaymentUnknownAtGateway(store, api)
    // So is its status.
    await payWithoutReport(admin)
    await admin.page.setViewportSize({ width: 390, height: 844 })
    try {
      for (const [path, heading, columns] of [
        ["/stablecoin/payments", "Payments", ["Amount due", "Status"]],
        ["/stablecoin/deposits", "Deposits", ["Amount", "Left"]],
        ["/stablecoin/exceptions", "Exceptions", ["Amount", "Status"]],
        ["/stablecoin/refunds", "Refunds", ["Amount", "Status"]],
        ["/stablecoin/webhooks", "Webhooks", ["Event", "Status"]],
      ] as const) {
        await admin.open(path, heading)
        await admin.page.getByRole("row").nth(1).waitFor()
        const headers = await admin.page
          .getByRole("columnheader")
          .allInnerTexts()
        for (const column of columns) {
          const cell = admin.page
            .getByRole("row")
            .nth(1)
            .getByRole("cell")
            .nth(headers.map((text) => text.trim()).indexOf(column))
          const box = await cell.boundingBox()
          const right = (box?.x ?? 0) + (box?.width ?? Infinity)
          expect([path, column, right <= 390]).toEqual([path, column, true])
        }
      }
    } finally {
      await admin.page.setViewportSize({ width: 1280, height: 800 })
    }
  }
)

pageTest(
  "a payment shows its amounts, transaction and timeline",
  async (admin) => {
    await admin.open("/stablecoin/payments", "Payments")
    await admin.page
      .getByRole("row", { name: new RegExp(`#${onchain.order.display_id}\\b`) })
      .getByRole("link")
      .first()
      .click()

    await admin.page.getByRole("heading", { name: "Timeline" }).waitFor()
    await admin.page
      .getByText("The gateway reports 12.50 USDT on Polygon paid")
      .waitFor()
    await admin.page.getByText("Captured in Medusa").first().waitFor()
    await admin.page
      .getByText(`Order #${onchain.order.display_id} placed`)
      .waitFor()
    await admin.page.getByText("12.50 USDT").first().waitFor()
    // A test payment is on no network.
    expect(
      await admin.page.getByRole("link", { name: /on PolygonScan/ }).count()
    ).toBe(0)
    await admin.page.getByRole("button", { name: "Check now" }).click()
    await admin.page.getByText("Read from the gateway. Status: Paid.").waitFor()
    await admin.open(`/stablecoin/payments/${onchain.payment_id}`, "Timeline")
    await admin.picture("payment")
  }
)

pageTest("the order's page shows how it was paid", async (admin) => {
  await admin.open(`/orders/${onchain.order.id}`, "Stablecoin payment")
  const panel = admin.page.getByRole("article", { name: /12\.50 USDT/ })
  await panel.getByText("Test", { exact: true }).waitFor()
  await panel.getByText("Polygon", { exact: true }).waitFor()
  await panel.scrollIntoViewIfNeeded()

  await admin.picture("order-panel", { within: "article" })
})

pageTest(
  "a refund in Medusa shows on the order's page at once, as money that is not sent",
  async (admin) => {
    const { order } = await buy(store, api, "hosted")
    await admin.open(`/orders/${order.id}`, "Stablecoin payment")
    const { page, watch } = admin
    // Medusa's refund drawer has no title in 2.21.
    watch.expectError(/requires a `DialogTitle`/)
    await page
      .getByText(/^Pp_stablecoin-/i)
      .locator("xpath=ancestor::div[contains(@class, 'grid')][1]")
      .getByRole("button")
      .click()
    await page.getByRole("menuitem", { name: "Refund" }).click()
    await page.locator("form button[type=submit]").click()

    const panel = page.getByRole("article", { name: /12\.50 USDT/ })
    await panel.getByText("Not sent yet: 12.50 USDT.").waitFor()
    await admin.check("article")
    await panel
      .getByRole("link", { name: "Send it, and mark it as sent" })
      .click()
    await page.getByRole("dialog", { name: "12.50 USDT" }).waitFor()
  }
)

pageTest(
  "a payment of the wrong amount shows what arrived, and invites no second one",
  async (admin) => {
    const { exception } = await api.get<{ exception: AdminException }>(
      `/admin/stablecoin/exceptions/${wrongAmount.id}`
    )
    await admin.open(
      `/stablecoin/payments/${String(exception.payment_id)}`,
      "Timeline"
    )
    const { page } = admin
    await page.getByRole("heading", { name: "Money" }).waitFor()
    await valueOf(page, "Left", "3.00 USDT").waitFor()
    await page
      .getByText("Money arrived or was reported that did not pay it.")
      .waitFor()
    expect(await page.getByText("waits for the buyer to pay").count()).toBe(0)
    await page
      .getByText("The gateway reports 3.00 USDT paid; 12.50 USDT was due")
      .waitFor()
    await page
      .getByRole("status")
      .filter({ hasText: "Wrong amount" })
      .getByRole("link", { name: "Open the exception" })
      .waitFor()
    await admin.check()
    const copy = page.getByRole("button", { name: "Copy payment link" })
    expect(await copy.count()).toBe(0)
    await page.getByRole("button", { name: "Stop waiting" }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText(/3\.00 USDT was reported for it/).waitFor()
    await prompt.getByRole("button", { name: "Keep it" }).click()
  }
)

pageTest("a merchant sees, counts and resolves an exception", async (admin) => {
  await admin.open("/stablecoin/exceptions", "Exceptions")
  await admin.page
    .getByRole("link", { name: /open item/ })
    .first()
    .waitFor()
  await admin.picture("exceptions")
  await admin.page
    .getByRole("link", { name: "Open the exception: Wrong amount" })
    .and(admin.page.locator(`[href*="${wrongAmount.id}"]`))
    .click()
  const dialog = admin.page.getByRole("dialog", { name: "Wrong amount" })
  await dialog.getByText("Next step").waitFor()
  await admin.check()
  await dialog.getByRole("button", { name: "Resolve" }).click()
  await dialog.getByText("Write a note.").waitFor()
  await dialog.getByText("Choose what to do.").waitFor()
  await admin.check()
  await dialog
    .getByLabel("Your note")
    .fill("The buyer has paid the rest in the shop.")
  await dialog.getByRole("radio", { name: "Keep" }).click()
  await dialog.getByLabel("Reason").fill("Paid in the shop.")
  await admin.check()
  await dialog.getByRole("button", { name: "Resolve" }).click()

  await admin.page.getByText("3.00 USDT is kept.").waitFor()
})

pageTest(
  "money that was already sent back is recorded with its transfer, by keyboard alone",
  async (admin) => {
    const { id } = await payWrongAmount(store, api)
    const dialog = await admin.openException(id, "Wrong amount")
    await dialog.getByRole("radio", { name: "Send money back" }).focus()
    await admin.page.keyboard.press("Space")
    await dialog.getByLabel("Reason").waitFor()
    const sent = dialog.getByRole("radio", { name: "Already sent back" })
    // The choice follows the focus while the key is down, which is longer than
    // the moment between two events of the driver.
    await admin.page.keyboard.down("ArrowDown")
    await sent.waitFor()
    await admin.page.keyboard.up("ArrowDown")
    await sent.focus()
    await admin.page.keyboard.press("Space")
    await dialog.getByRole("button", { name: "Resolve" }).click()
    await dialog.getByText("Enter the proof of the transfer.").waitFor()
    await dialog.getByLabel("Amount in USDT").fill("12.50")
    await dialog.getByText("At most 3.00 USDT.").waitFor()
    await dialog.getByLabel("Amount in USDT").fill("3.00")
    await admin.check()
    await dialog
      .getByLabel("Proof of the transfer")
      .fill("Transfer 4711 of 22 November")
    await dialog
      .getByLabel("Your note")
      .fill("Agreed with the buyer on the phone.")
    await admin.page.keyboard.press("Tab")
    await dialog.getByRole("button", { name: "Resolve" }).press("Enter")

    await admin.page
      .getByText("The exception is closed, and the refund is recorded as sent.")
      .waitFor()
    await dialog.getByText("Closed", { exact: true }).waitFor()
    await dialog.getByText("Agreed with the buyer on the phone.").waitFor()
    await dialog.getByText(ADMIN.email).waitFor()
    await admin.check()
    await dialog.getByRole("link", { name: "Open the payment" }).click()
    await admin.page.getByText("3.00 USDT sent back on").waitFor()
    await admin.page
      .getByText("It is not captured, and its exception is resolved.")
      .waitFor()
  }
)

pageTest(
  "a merchant keeps the refund of the open drawer, and no other one",
  async (admin) => {
    const [one, other] = [
      await payWrongAmount(store, api),
      await payWrongAmount(store, api),
    ]
    const due: AdminRefund[] = []
    for (const { id } of [one, other]) {
      const { refund } = await api.post<{ refund: AdminRefund }>(
        `/admin/stablecoin/exceptions/${id}/resolve`,
        { action: "refund", note: "It goes back.", held: "3.00" }
      )
      due.push(refund)
    }
    await admin.open(
      `/stablecoin/refunds?refund=${due[0]!.id}`,
      "Send the refund"
    )
    const { page } = admin
    await page
      .getByRole("link", {
        name: "The buyer takes other goods or a credit instead",
      })
      .click()
    const dialog = page.getByRole("dialog", { name: "Refund to send" })
    await valueOf(dialog, "Amount", "3.00 USDT").first().waitFor()
    await dialog.getByRole("radio", { name: "Keep" }).click()
    await dialog.getByLabel("Reason").fill("A voucher of 3.00.")
    await dialog.getByLabel("Your note").fill("Agreed by e-mail.")
    await admin.check()
    await dialog.getByRole("button", { name: "Resolve" }).click()

    await page.getByText("3.00 USDT is kept.").waitFor()
    await dialog.getByText("withdrawn before anything was sent").waitFor()
    const statuses = due.map(async ({ id }) => {
      const { refund } = await api.get<{ refund: AdminRefund }>(
        `/admin/stablecoin/refunds/${id}`
      )
      return refund.status
    })
    expect(await Promise.all(statuses)).toEqual(["void", "due"])
  }
)

pageTest(
  "an exception can be retried, and stays open with its note when that had no effect",
  async (admin) => {
    const { id } = await startPaymentUnknownAtGateway(store, api)
    const dialog = await admin.openException(id, "Unknown at the gateway")
    const retry = async (note: string) => {
      await dialog.getByRole("radio", { name: "Try again" }).click()
      await dialog.getByLabel("Your note").fill(note)
      await dialog.getByRole("button", { name: "Resolve" }).click()
    }
    await hideOrders(store)
    await retry("The credentials are right now.")
    await admin.page
      .getByText("Tried again without success: the exception is open.")
      .waitFor()
    await dialog.getByText("Earlier note", { exact: true }).waitFor()
    await dialog.getByText("The credentials are right now.").waitFor()
    await admin.check()

    await retry("The gateway has found it.")
    await admin.page
      .getByText("Tried again: the exception is resolved.")
      .waitFor()
    await dialog.getByText("Tried again", { exact: true }).waitFor()
    await dialog.getByText("The gateway has found it.").waitFor()
  }
)

pageTest(
  "a refund is due until its coins are sent, and a wrong hash is corrected",
  async (admin) => {
    await cancelOrder(api, onchain)
    await admin.open("/stablecoin/refunds", "Refunds")
    await admin.page.getByText("12.50 USDT").first().waitFor()
    await admin.picture("refunds")
    await admin.page
      .getByRole("link", {
        name: "Open the refund of 12.50 USDT",
      })
      .first()
      .click()
    const drawer = admin.page.getByRole("dialog", { name: "12.50 USDT" })
    await drawer.getByLabel("Send to").fill(`0x${"ab".repeat(20)}`)
    await drawer.getByLabel("Send to").press("Enter")
    await admin.page.getByText("The address is saved.").waitFor()
    await drawer.getByRole("button", { name: "Save address" }).waitFor()
    await admin.check()
    await drawer.getByLabel("Transaction hash").fill(`0x${"cd".repeat(32)}`)
    await drawer.getByRole("button", { name: "Mark as sent" }).click()

    await drawer
      .getByRole("heading", { name: "Correct the transfer" })
      .waitFor()
    await admin.check()
    const corrected = `0x${"ce".repeat(32)}`
    await drawer
      .getByRole("textbox", { name: "Transaction hash" })
      .fill(corrected)
    await drawer.getByRole("button", { name: "Save the transfer" }).click()
    await drawer.getByTitle(corrected).waitFor()
  }
)

pageTest(
  "a merchant confirms that one transfer paid several refunds",
  async (admin) => {
    const { page } = admin
    const { payment_id, order } = await buy(store, api, "onchain")
    await refundPart(api, order.id, 5)
    await refundPart(api, order.id, 2)
    const { refunds } = await api.get<{ refunds: AdminRefund[] }>(
      `/admin/stablecoin/refunds?payment_id=${payment_id}&order=created_at`
    )
    const [first, second] = refunds.map(({ id }) => id)
    // The files share a store, and other tests send refunds too.
    const tx_hash = `0x${randomBytes(32).toString("hex")}`
    const refund_to = `0x${"ab".repeat(20)}`
    await api.post(`/admin/stablecoin/refunds/${first}/sent`, {
      tx_hash,
      refund_to,
    })

    await admin.open(`/stablecoin/refunds?refund=${second}`, "Send the refund")
    const drawer = page.getByRole("dialog", { name: "2.00 USDT" })
    await drawer.getByLabel("Send to").fill(refund_to)
    await drawer.getByLabel("Transaction hash").fill(tx_hash)
    admin.watch.expect({ status: 409, path: /\/sent$/ })
    await drawer.getByRole("button", { name: "Mark as sent" }).click()
    await drawer
      .getByRole("alert")
      .getByText(`closes another refund already: ${first} of 5.00 USDT.`)
      .waitFor()
    await admin.check()
    await drawer.getByRole("button", { name: "Mark as sent" }).click()

    await page.getByText("The refund is marked as sent.").waitFor()
  }
)

pageTest("webhooks can be read as received, and replayed", async (admin) => {
  await admin.open("/stablecoin/webhooks", "Webhooks")
  await admin.picture("webhooks")
  await admin.open(`/stablecoin/webhooks?q=${onchain.payment_id}`, "Webhooks")
  await admin.page
    .getByRole("link", {
      name: "Open Webhook payment_order.paid",
    })
    .first()
    .click()
  const drawer = admin.page.getByRole("dialog")
  await drawer.getByText(onchain.payment_id).first().waitFor()
  await admin.check()
  await drawer.getByRole("button", { name: "Process again" }).click()

  await admin.page
    .getByText("The webhook was processed again. Status: Processed.")
    .waitFor()
})

pageTest(
  "a merchant finds money that is not allocated, and sees what other money was used for",
  async (admin) => {
    const { page } = admin
    const { payment_id, order } = await buy(store, api, "onchain")
    await refundPart(api, order.id, 5)
    const { refunds } = await api.get<{ refunds: AdminRefund[] }>(
      `/admin/stablecoin/refunds?payment_id=${payment_id}`
    )
    await api.post(`/admin/stablecoin/refunds/${refunds[0]!.id}/sent`, {
      tx_hash: `0x${"ef".repeat(32)}`,
      refund_to: `0x${"ab".repeat(20)}`,
    })
    const { id } = await payWrongAmount(store, api)

    await admin.open("/stablecoin/deposits", "Deposits")
    await page
      .getByRole("row")
      .filter({ hasText: `7.50 USDT captured for #${order.display_id}` })
      .filter({ hasText: "5.00 USDT sent back on" })
      .waitFor()
    await admin.picture("deposits")

    await admin.open("/stablecoin/deposits?has_rest=true", "Deposits")
    const left = page.getByRole("row").filter({ hasText: "3.00 USDT" })
    await left.first().waitFor()
    const used = `captured for #${order.display_id}`
    expect(await page.getByRole("row").filter({ hasText: used }).count()).toBe(
      0
    )
    const rows = await page.getByRole("row").count()
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export" }).click()
    const file = await readFile(await (await download).path(), "utf8")
    // The first row has the headings, in both.
    expect(file.trim().split("\r\n")).toHaveLength(rows)
    await left
      .getByRole("link", { name: /^Open the deposit/ })
      .first()
      .click()
    const drawer = page.getByRole("dialog", { name: "3.00 USDT" })
    await drawer.getByText("Not allocated").waitFor()
    await valueOf(drawer, "Left", "3.00 USDT").waitFor()
    await admin.check()

    await admin.open(`/stablecoin/exceptions?exception=${id}`, "Wrong amount")
    await valueOf(page.getByRole("dialog"), "Left", "3.00 USDT").waitFor()
    await admin.open(`/stablecoin/payments/${payment_id}`, "Money")
    await valueOf(page, "Used for", "5.00 USDT sent back on").waitFor()
    await valueOf(page, "Reported by", "Gateway").waitFor()
    await showLess(store, payment_id, "9.99")
    await page.reload()
    const sources = "Gateway (12.50 USDT), Network (9.99 USDT)"
    await valueOf(page, "Reported by", sources).waitFor()
    await admin.check()
    await admin.open(`/orders/${order.id}`, "Stablecoin payment")
    const panel = page.getByRole("article", { name: /12\.50 USDT/ })
    await valueOf(
      panel,
      "Used for",
      `7.50 USDT captured for #${order.display_id}`
    ).waitFor()
    await valueOf(panel, "Left", "0.00 USDT").waitFor()
    await admin.check("article")
    const path = `/stablecoin/refunds?refund=${refunds[0]!.id}`
    await admin.open(path, "5.00 USDT")
    await valueOf(page.getByRole("dialog"), "Reported by", sources).waitFor()
  }
)
