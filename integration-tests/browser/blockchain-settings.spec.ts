import { AdminApi } from "../setup/browser/admin-api"
import { adminBrowser } from "../setup/browser/admin-browser"
import type { AdminPage } from "../setup/browser/admin-page"
import { adminStore } from "../setup/browser/facts"
import { SettingsPage } from "../setup/browser/settings-page"

const SETTINGS = /^\/admin\/stablecoin\/settings$/
const KEY = "secret-api-key-4711"
/** A name that never resolves (RFC 6761). */
const NOWHERE = `https://polygon.invalid/v2/${KEY}`

const { pageTest } = adminBrowser()
const store = adminStore()
let api: AdminApi

beforeAll(async () => {
  api = new AdminApi(store)
  await api.setUp()
})

afterAll(async () => {
  await api.saveSettings({ blockchain: { proof: null, finality: null } })
})

/** Opens the drawer with the endpoints of a network. */
async function manage(admin: AdminPage, network: string) {
  await admin.page
    .getByRole("button", { name: `Manage the endpoints of ${network}` })
    .click()
  return await new SettingsPage(admin).dialog(`Endpoints of ${network}`)
}

pageTest(
  "a merchant tests the endpoint in the config, which is read-only",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const drawer = await manage(admin, "Avalanche")
    expect(await drawer.getByLabel("New endpoint").count()).toBe(0)
    await drawer.getByRole("button", { name: "Test endpoints" }).click()

    const result = drawer.getByRole("status")
    await result.getByText(/can be used$/).waitFor()
    await result.getByText("EVM chain id 43114").waitFor()
    await result.getByText("USDT contract: USDt, 6 decimals").waitFor()
    await admin.check()
  }
)

pageTest(
  "a merchant adds an endpoint after a warning, sees no key of it, and removes it",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await manage(admin, "Polygon")
    await form.getByLabel("New endpoint").fill("http://polygon.example")
    admin.watch.expect({ status: 400, path: SETTINGS })
    await form.getByRole("button", { name: "Save" }).click()
    await form
      .getByRole("alert")
      .getByText(/https:\/\//)
      .waitFor()

    await form.getByLabel("New endpoint").fill(NOWHERE)
    admin.watch.expect({ status: 409, path: SETTINGS })
    await form.getByRole("button", { name: "Save" }).click()
    await admin.page.getByText(/polygon\.invalid did not answer/).waitFor()
    await settings.answer("This endpoint can't be used", "Save anyway")
    await form.waitFor({ state: "hidden" })

    const section = settings.section("Blockchain")
    await section.getByText("polygon.invalid, ends in 4711").waitFor()
    expect(await admin.page.content()).not.toContain(KEY)
    expect(JSON.stringify(await api.settings())).not.toContain(KEY)
    await admin.page
      .getByText(/Polygon: Endpoints/)
      .first()
      .waitFor()

    const drawer = await manage(admin, "Polygon")
    await drawer.getByRole("button", { name: "Remove polygon.invalid" }).click()
    await settings.answer("Remove this endpoint?", "Remove")
    await drawer.getByText("None", { exact: true }).waitFor()
  }
)

pageTest(
  "a merchant requires proof after a number of blocks",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Blockchain")
    await form.getByRole("radio", { name: /^Require/ }).click()
    await admin.picture("settings-blockchain")
    await form.getByRole("radio", { name: /^After a number/ }).click()
    const blocks = form.getByRole("spinbutton")
    await blocks.fill("0")
    admin.watch.expect({ status: 400, path: SETTINGS })
    await form.getByRole("button", { name: "Save" }).click()
    await form
      .getByRole("alert")
      .getByText(/between 1 and 10,000/)
      .waitFor()

    await blocks.fill("12")
    await settings.save(form)

    const section = settings.section("Blockchain")
    await section.getByText("Require", { exact: true }).waitFor()
    await section.getByText("After 12 blocks").waitFor()
    expect((await api.settings()).blockchain).toMatchObject({
      proof: { value: "require", source: "admin" },
      finality: { value: 12, source: "admin" },
    })
  }
)

pageTest("the section fits a phone", async (admin) => {
  const { page } = admin
  const desktop = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const settings = new SettingsPage(admin)
  await settings.open()
  await settings.section("Blockchain").scrollIntoViewIfNeeded()
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390)
  await manage(admin, "Avalanche")
  await admin.check()
  await page.setViewportSize(desktop!)
})
