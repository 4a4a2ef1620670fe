import { adminBrowser } from "../setup/browser/admin-browser"
import { fillDays, removeDays } from "../setup/browser/fill-days"
import { buy, payWrongAmount } from "../setup/browser/purchases"

const { store, api, pageTest } = adminBrowser()

beforeAll(async () => {
  await buy(store, api, "onchain")
  await payWrongAmount(store, api)
  await fillDays(store, 30)
}, 60_000)

afterAll(async () => {
  await removeDays(store)
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
