import { chromium } from "playwright-core"
import { AdminPage } from "../setup/browser/admin-page.ts"
import { CHROMIUM_FLAGS } from "../setup/browser/chromium.ts"
import type { AdminStore } from "../setup/browser/facts.ts"
import { SettingsPage } from "../setup/browser/settings-page.ts"

const TIMEOUT_MS = 15_000

/**
 * Checks the plugin's pages in a built admin: the settings with a connection
 * test, the list of payments, and the panel of an order.
 *
 * @param executablePath of a Chromium
 * @throws Error if an element is missing, or the page reports a problem
 */
export async function checkAdmin(
  executablePath: string,
  at: { storeUrl: string; orderId: string }
): Promise<void> {
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_FLAGS,
  })
  try {
    const context = await browser.newContext({ locale: "en-US" })
    context.setDefaultTimeout(TIMEOUT_MS)
    // Medusa's pages load feature flags from a CDN. A test reaches only this
    // machine.
    await context.route(
      ({ hostname }) => hostname !== "localhost" && hostname !== "127.0.0.1",
      (route) => route.abort()
    )
    const page = await context.newPage()
    const admin = new AdminPage(page, { url: at.storeUrl } as AdminStore)
    await admin.signIn()

    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Hosted checkout")
    await form.getByRole("button", { name: "Test connection" }).click()
    await form.getByText("Connected. Mode: test").waitFor()

    await admin.open("/stablecoin/payments", "Payments")
    await page.getByText("Paid").first().waitFor()

    await page.goto(`${at.storeUrl}/app/orders/${at.orderId}`)
    await page.getByRole("article", { name: /12\.50 USD[TC]/ }).waitFor()

    const problems = admin.watch.takeProblems()
    if (problems.length > 0) {
      throw new Error(`The admin has errors:\n${problems.join("\n")}`)
    }
  } finally {
    await browser.close()
  }
}
