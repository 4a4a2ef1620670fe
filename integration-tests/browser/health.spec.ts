import { AdminApi } from "../setup/browser/admin-api"
import { adminStore } from "../setup/browser/facts"
import { adminBrowser } from "../setup/browser/admin-browser"

const { pageTest } = adminBrowser()
const store = adminStore()
let api: AdminApi

beforeAll(async () => {
  api = new AdminApi(store)
  await api.setUp()
})

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
