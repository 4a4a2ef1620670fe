import type { AdminSummaryResponse } from "../../src/http-types"
import { AdminApi } from "../setup/browser/admin-api"
import { adminStore } from "../setup/browser/facts"
import { adminBrowser } from "../setup/browser/admin-browser"

const { pageTest } = adminBrowser()
const store = adminStore()

const PAGES: [path: string, heading: string][] = [
  ["/stablecoin", "Overview"],
  ["/stablecoin/payments", "Payments"],
  ["/stablecoin/exceptions", "Exceptions"],
  ["/stablecoin/refunds", "Refunds"],
  ["/stablecoin/webhooks", "Webhooks"],
  ["/stablecoin/health", "Health"],
  ["/settings/stablecoin", "Hosted checkout"],
]

const BANNER = /^This store is in production and takes test money \(/

beforeAll(async () => {
  await new AdminApi(store).setUp()
})

pageTest(
  "every page shows a merchant in production that the money is not real, and none on a developer's machine",
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
    for (const [path, heading] of PAGES) {
      await admin.open(path, heading)
      await admin.page.getByRole("status").getByText(BANNER).waitFor()
      await admin.check()
    }
    await admin.page.unroute("**/admin/stablecoin/summary")

    const summary = admin.page.waitForResponse("**/admin/stablecoin/summary")
    await admin.open("/stablecoin/payments", "Payments")
    await summary
    await admin.page.getByText(BANNER).waitFor({ state: "detached" })
  }
)
