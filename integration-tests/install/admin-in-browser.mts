import { chromium } from "playwright-core"
import { AdminPage } from "../setup/browser/admin-page.ts"
import { CHROMIUM_FLAGS, findChromium } from "../setup/browser/chromium.ts"
import type { AdminStore } from "../setup/browser/facts.ts"
import { SettingsPage } from "../setup/browser/settings-page.ts"

const TIMEOUT_MS = 30_000

/** Responds nowhere: the admin accepts public addresses only. */
const GATEWAY = "https://gateway.example"

/** Leaves the work out where there is no Chromium, except in CI. */
export async function withChromium(
  work: (executablePath: string) => Promise<void>
): Promise<void> {
  const chromium = findChromium()
  if (chromium) {
    await work(chromium)
  } else if (process.env.CI === "true") {
    throw new Error("there is no Chromium in PATH or in CHROMIUM_PATH")
  } else {
    process.stdout.write("(left out: there is no Chromium) ")
  }
}

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
  await inAdmin(executablePath, at.storeUrl, async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const hosted = settings.section("Hosted checkout")
    await hosted.getByRole("button", { name: "Test connection" }).click()
    await hosted.getByText("Connected. Mode: test").waitFor()

    await admin.open("/stablecoin/payments", "Payments")
    await admin.page.getByText("Paid").first().waitFor()

    await admin.page.goto(`${at.storeUrl}/app/orders/${at.orderId}`)
    await admin.page.getByRole("article", { name: /12\.50 USD[TC]/ }).waitFor()
  })
}

/**
 * Enters a rail's base URL and credentials as a merchant does. No gateway
 * responds at the address, so the connection test reports it, and saving asks
 * for a confirmation.
 */
export async function enterGateway(
  executablePath: string,
  storeUrl: string
): Promise<void> {
  await inAdmin(executablePath, storeUrl, async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Hosted checkout")
    await form.getByLabel("Base URL").fill(GATEWAY)
    await form.getByLabel("Client id").fill("test_a-shop")
    await form.getByLabel("Client secret").fill("a-secret")
    await form.getByRole("button", { name: "Test connection" }).click()
    await form.getByText("did not reach the gateway").first().waitFor()
    admin.watch.expect({ status: 409, path: /\/stablecoin\/settings$/ })
    await form.getByRole("button", { name: "Save" }).click()
    await settings.answer(
      "The gateway did not confirm these credentials",
      "Save anyway"
    )
    await form.waitFor({ state: "hidden" })
    await settings.section("Hosted checkout").getByText(GATEWAY).waitFor()
  })
}

async function inAdmin(
  executablePath: string,
  storeUrl: string,
  use: (admin: AdminPage) => Promise<void>
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
    const admin = new AdminPage(await context.newPage(), {
      url: storeUrl,
    } as AdminStore)
    await admin.signIn()
    await use(admin)
    const problems = admin.watch.takeProblems()
    if (problems.length > 0) {
      throw new Error(`The admin has errors:\n${problems.join("\n")}`)
    }
  } finally {
    await browser.close()
  }
}
