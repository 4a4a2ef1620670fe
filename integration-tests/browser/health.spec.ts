import type { AdminSummaryResponse } from "../../src/http-types"
import { adminBrowser } from "../setup/browser/admin-browser"

const { store, api, pageTest } = adminBrowser()

const BANNER = /^This store is in production and takes test money \(/

pageTest(
  "a page shows a merchant in production that the money is not real, and none on a developer's machine",
  async (admin) => {
    // This is a developer's store, which places orders for test money by
    // design.
    await admin.page.route("**/admin/stablecoin/summary", async (route) => {
      const response = await route.fetch()
      const { summary } = (await response.json()) as AdminSummaryResponse
      const test_rails = ["hosted", "onchain"]
      await route.fulfill({
        response,
        json: { summary: { ...summary, test_rails } },
      })
    })
    await admin.open("/stablecoin/payments", "Payments")
    await admin.page.getByRole("status").getByText(BANNER).waitFor()
    await admin.check()
    await admin.page.unroute("**/admin/stablecoin/summary")

    const summary = admin.page.waitForResponse("**/admin/stablecoin/summary")
    await admin.open("/stablecoin/payments", "Payments")
    await summary
    await admin.page.getByText(BANNER).waitFor({ state: "detached" })
  }
)

pageTest(
  "a merchant sees that webhooks arrive, and which account the credentials are of",
  async (admin) => {
    await admin.open("/settings/stablecoin", "Hosted checkout")
    await admin.page.getByRole("link", { name: "Check health" }).click()

    const checks = admin.page.getByRole("list", { name: "Health" })
    const { merchant, business } = store.gateway.urls
    for (const [rail, url] of [
      ["hosted checkout", merchant],
      ["on-chain payments", business],
    ] as const) {
      await line(`Credentials: ${rail}`)
        .getByText(`This is the sandbox, not a gateway (test mode at ${url})`)
        .waitFor()
      await line(`Webhooks: ${rail}`)
        .getByText(/arrived unchanged/)
        .waitFor()
    }
    await line("Backend URL").getByText("OK", { exact: true }).waitFor()
    await admin.picture("health")

    function line(name: string) {
      return checks.getByRole("listitem").filter({ hasText: name })
    }
  }
)

pageTest(
  "an error is shown with its remedy, and can be checked again",
  async (admin) => {
    await admin.open("/stablecoin/health", "Health")
    await api.saveSettings({
      hosted: { client_secret: "a-secret-from-elsewhere" },
      confirm: ["unverified"],
    })
    await admin.page.getByRole("button", { name: "Check again" }).click()

    const failed = admin.page
      .getByRole("listitem")
      .filter({ hasText: "Credentials: hosted checkout" })
    await failed.getByText("Error", { exact: true }).waitFor()
    await failed
      .getByText("Check the client id and the client secret.")
      .waitFor()
    await admin.page.getByText(/^Some payments fail/).waitFor()
    await admin.check()
  }
)
