import { AdminApi } from "../setup/browser/admin-api"
import { adminStore } from "../setup/browser/facts"
import { SettingsPage } from "../setup/browser/settings-page"
import { adminBrowser } from "../setup/browser/admin-browser"

const { pageTest } = adminBrowser()
const store = adminStore()
const { hosted } = store.gateway.credentials
let api: AdminApi

beforeAll(async () => {
  api = new AdminApi(store)
  await api.removeCredentials()
})
afterAll(async () => await api.removeCredentials())

pageTest(
  "a rail's account is removed after a confirmation, and its secret stays for earlier payments",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Hosted checkout")
    const remove = form.getByRole("button", { name: "Remove this account" })
    expect(await remove.count()).toBe(0)
    await form.getByLabel("Client id").fill(hosted.clientId)
    await form.getByLabel("Client secret").fill(hosted.clientSecret)
    await settings.save(form)
    await settings.edit("Hosted checkout")

    await remove.click()
    await admin.page.getByText("Payments that were started with it").waitFor()
    await admin.check()
    const saved = admin.page.getByText("Saved. It applies at once.")
    await saved.waitFor({ state: "hidden" })
    await settings.answer("Remove this account?", "Remove")
    await saved.waitFor()
    await remove.waitFor({ state: "hidden" })
    expect((await api.settings()).hosted).toMatchObject({
      client_id: { value: null },
      client_secret: { set: false },
      webhook_secrets: [
        { last4: hosted.clientSecret.slice(-4), current: false },
      ],
    })
  }
)
