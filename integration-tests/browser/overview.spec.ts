import { adminBrowser } from "../setup/browser/admin-browser"
import { withDatabase } from "../setup/browser/on-chain"
import { buy, payWrongAmount } from "../setup/browser/purchases"

const { store, api, pageTest } = adminBrowser()

/**
 * Payments of 30 former days, in test mode: several a day, in both coins and on
 * several networks, some of them unpaid.
 */
const FORMER_DAYS = `INSERT INTO stablecoin_payment (
         id, session_id, payment_collection_id, rail, provider_id, status, mode,
         account, checkout_flow, capture, amount, currency, chain, cart_amount,
         cart_currency, net_amount, paid_at, expires_at, created_at)
       SELECT 'stpay_day_' || day || '_' || i, 'payses_day_' || day || '_' || i,
         'pay_col_day_' || day || '_' || i, rail, 'pp_stablecoin', status,
         'test', rail || '_days', 'pay_first', 'automatic', amount, currency,
         CASE WHEN rail = 'onchain' THEN chain END, amount, 'usd',
         CASE WHEN status = 'paid' AND rail = 'onchain'
           THEN (amount::numeric * 0.99)::text END,
         CASE WHEN status = 'paid' THEN created_at + (40 + i * 13) * interval '1 second' END,
         created_at + interval '1 hour', created_at
       FROM (
         SELECT day, i,
           CASE WHEN i % 3 = 0 THEN 'hosted' ELSE 'onchain' END AS rail,
           CASE WHEN i % 7 = 6 THEN 'abandoned' ELSE 'paid' END AS status,
           (ARRAY['USDT', 'USDC', 'USDT'])[1 + i % 3] AS currency,
           (ARRAY['POLYGON', 'BASE', 'ETH', 'BSC'])[1 + (i + day) % 4] AS chain,
           ((day * 7919 + i * 104729) % 18000 / 100.0 + 12)::numeric(10, 2)::text AS amount,
           now() - day * interval '1 day' - i * interval '1 minute' AS created_at
         FROM generate_series(1, 30) AS day,
           LATERAL generate_series(1, 3 + day * 5 % 9) AS i
       ) AS payment`

beforeAll(async () => {
  await buy(store, api, "onchain")
  await payWrongAmount(store, api)
  await withDatabase(store, async (db) => await db.raw(FORMER_DAYS))
}, 60_000)

// They have no orders, and the store is shared.
afterAll(async () => {
  await withDatabase(store, async (db) => {
    await db("stablecoin_payment").whereLike("account", "%_days").delete()
  })
})

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

pageTest(
  "a merchant sees the money of the last days, and what needs attention",
  async (admin) => {
    const { page } = admin
    await admin.open("/stablecoin", "Overview")
    await page.getByRole("heading", { name: "Money received" }).waitFor()
    await page.getByText("These are test payments").waitFor()
    await page.getByText(/^\d+ of \d+ ended payments were paid$/).waitFor()

    // Hosted payments, of which no fee is reported yet, are all in USDT.
    for (const name of [
      "Left, where the fee is reported",
      "Left after this fee",
    ]) {
      await page.getByText(name, { exact: true }).waitFor()
    }

    const attention = page.getByRole("list").filter({
      has: page.getByRole("link", { name: "Open exceptions" }),
    })
    await attention
      .getByRole("listitem")
      .filter({ hasText: "Health warnings" })
      .getByText(/^\d+$/)
      .waitFor()
    await admin.picture("overview")
    await admin.picture("overview-dark", { theme: "dark" })

    await page.getByRole("tab", { name: "By network" }).click()
    await page.getByText("Polygon", { exact: true }).first().waitFor()
    expect(page.url()).toContain("by=chain")
    await page.getByRole("combobox", { name: "Period" }).click()
    await page.getByRole("option", { name: "Last 90 days" }).click()
    await page.waitForURL(/days=90/)
    await page.getByText("Last 90 days").first().waitFor()
    await admin.check()
  }
)

pageTest("a day's figures can be read by keyboard", async (admin) => {
  const { page } = admin
  await admin.open("/stablecoin?days=7", "Overview")
  const chart = page.getByRole("slider", { name: "Money received per day" })
  await chart.focus()
  await page.keyboard.press("ArrowLeft")
  const yesterday = new Date(Date.now() - 86_400_000)
  const day = yesterday.toLocaleDateString("en", { dateStyle: "full" })
  await page.getByText(day, { exact: true }).waitFor()
  expect(await chart.getAttribute("aria-valuetext")).toMatch(
    new RegExp(`^${day}, USD[CT] [\\d,.]+`)
  )
  await admin.check()
})

pageTest(
  "live money is shown apart from test money, also when there is none",
  async (admin) => {
    const { page } = admin
    await admin.open("/stablecoin", "Overview")
    await page.getByRole("combobox", { name: "Mode" }).click()
    await page.getByRole("option", { name: "Live" }).click()

    await page.getByText("No payment was paid in this period.").waitFor()
    expect(await page.getByText("These are test payments").count()).toBe(0)
    // The open items are those of both modes.
    await page.getByText("Live and test", { exact: true }).waitFor()
    await admin.check()
  }
)

pageTest("the overview fits a phone", async (admin) => {
  const { page } = admin
  await page.setViewportSize(PHONE)
  await admin.open("/stablecoin", "Overview")
  await page.getByRole("heading", { name: "Money received" }).waitFor()
  const width = await page.evaluate("document.documentElement.scrollWidth")
  expect(width).toBe(PHONE.width)
  await admin.check()
  await page.setViewportSize(DESKTOP)
})

pageTest("the overview says why it could not be loaded", async (admin) => {
  const { page } = admin
  const path = "**/admin/stablecoin/overview*"
  admin.watch.expect({ status: 500, path: /overview$/ })
  await page.route(path, (route) =>
    route.fulfill({ status: 500, json: { message: "No database" } })
  )
  await admin.open("/stablecoin", "This could not be loaded")
  await admin.check()
  await page.unroute(path)
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("heading", { name: "Money received" }).waitFor()
})

pageTest(
  "the sidebar counts open items, and lists the pages",
  async (admin) => {
    await admin.open("/stablecoin", "Overview")
    const sidebar = admin.page.getByRole("complementary").first()
    await sidebar.getByRole("link", { name: /\d+ open items?/ }).waitFor()
    const links = await sidebar
      .getByRole("listitem")
      .getByRole("link")
      .allTextContents()
    expect(links.filter((text) => text !== "Stablecoin payments")).toEqual([
      "Payments",
      "Deposits",
      "Exceptions",
      "Refunds",
      "Webhooks",
      "Health",
    ])
  }
)
