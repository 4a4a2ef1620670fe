import type { Locator, Page } from "playwright-core"
import type { AdminPage } from "../setup/browser/admin-page"
import { SettingsPage } from "../setup/browser/settings-page"
import { adminBrowser } from "../setup/browser/admin-browser"

const SETTINGS = /^\/admin\/stablecoin\/settings$/

const { store, api, pageTest } = adminBrowser()
const { hosted, onchain } = store.gateway.credentials

beforeAll(async () => await api.removeCredentials())

pageTest("a wrong secret gets an error before it is saved", async (admin) => {
  const settings = new SettingsPage(admin)
  await settings.open()
  await settings.section("Hosted checkout").getByText("Not ready").waitFor()
  const form = await settings.edit("Hosted checkout")
  // Set in medusa-config.ts.
  expect(await form.getByLabel("Base URL").count()).toBe(0)
  await form.getByLabel("Client id").fill(hosted.clientId)
  await form.getByLabel("Client secret").fill("a-secret-from-elsewhere")

  await form.getByRole("button", { name: "Test connection" }).click()

  await form.getByText("Not connected").waitFor()
  await form.getByText("Check the client id and the client secret.").waitFor()
  await admin.check()
  admin.watch.expect({ status: 409, path: SETTINGS })
  await form.getByRole("button", { name: "Save" }).click()
  await settings.answer(
    "The gateway did not confirm these credentials",
    "Go back"
  )
  expect((await api.settings()).hosted.client_secret.set).toBe(false)
})

pageTest("typed credentials make both rails ready", async (admin) => {
  const settings = new SettingsPage(admin)
  await settings.open()
  const merchant = await settings.edit("Hosted checkout")
  await merchant.getByLabel("Client id").fill(hosted.clientId)
  await merchant.getByLabel("Client secret").fill(hosted.clientSecret)
  await merchant.getByRole("button", { name: "Test connection" }).click()
  await merchant.getByText("Connected. Mode: test").waitFor()
  await merchant.getByText("USDT").first().waitFor()
  await admin.picture("settings-credentials")
  await settings.save(merchant)
  const business = await settings.edit("On-chain payment")
  await business.getByLabel("Client id").fill(onchain.clientId)
  await business.getByLabel("Client secret").fill(onchain.clientSecret)
  await settings.save(business)
  await settings.section("On-chain payment").getByText("Not ready").waitFor()
  const added = await settings.edit("On-chain payment")
  await added.getByLabel("Webhook secret").fill(onchain.webhookSecret)
  await settings.save(added)

  for (const rail of ["Hosted checkout", "On-chain payment"]) {
    const section = settings.section(rail)
    await section.getByText("Ready", { exact: true }).waitFor()
    await section.getByText("SANDBOX", { exact: true }).waitFor()
  }
  const ending = `Set, ends in ${hosted.clientSecret.slice(-4)}`
  await settings.section("Hosted checkout").getByText(ending).waitFor()
  // The toast about the saved settings would cover a part of the page.
  await settings.open()
  await admin.picture("settings")
})

pageTest(
  "a merchant confirms before the store takes real money",
  async (admin) => {
    const { hosted: live } = await newAccount("live")

    const section = await moveAfterPrompt(admin, live, {
      prompt: "Take real money from now on?",
      button: "Go live",
      before: "test",
    })

    expect(await section.getByText("LIVE", { exact: true }).count()).toBe(0)
  }
)

pageTest("no store takes test money by mistake", async (admin) => {
  await moveAfterPrompt(admin, hosted, {
    prompt: "Take test money from now on?",
    button: "Switch to test",
    before: "live",
  })

  await new SettingsPage(admin)
    .section("Change history")
    .getByText("test money was confirmed")
    .first()
    .waitFor()
})

pageTest(
  "another account's webhook secret is required with its credentials, and the list names the payments of each",
  async (admin) => {
    const { onchain: other } = await newAccount("test")
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("On-chain payment")
    await form.getByLabel("Client id").fill(other.clientId)
    await form.getByLabel("Client secret").fill(other.clientSecret)
    await form.getByLabel("Webhook secret").fill(other.webhookSecret)
    await admin.check()
    await settings.save(form)

    const section = settings.section("On-chain payment")
    await section.getByText("Ready", { exact: true }).waitFor()
    await section.getByText("Retained", { exact: true }).waitFor()
    await section.getByText("Current", { exact: true }).waitFor()
    await section
      .getByText(`Confirms only payments of ${onchain.clientId}.`)
      .waitFor()
    await admin.check()
    await api.setUp()
  }
)

pageTest(
  "a secret is removed only after a confirmation, and the history names the user",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const secrets = settings.section("On-chain payment")
    await secrets.getByRole("button", { name: /^Remove the secret/ }).click()
    await settings.answer("Remove this secret?", "Remove")
    await secrets.getByText("None", { exact: true }).waitFor()

    const history = settings.section("Change history")
    await history
      .getByText("On-chain payment: Webhook secrets")
      .first()
      .waitFor()
    await history.getByText("admin@example.com").first().waitFor()
  }
)

/**
 * Saves credentials that change the mode of the hosted checkout. Declining the
 * prompt saves nothing; confirming it does.
 *
 * @returns the section of the hosted checkout
 */
async function moveAfterPrompt(
  admin: AdminPage,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  { prompt, button, before }: { prompt: string; button: string; before: string }
): Promise<Locator> {
  const settings = new SettingsPage(admin)
  await settings.open()
  const form = await settings.edit("Hosted checkout")
  const replaced = form.getByLabel("Replaced secret")
  await replaced.waitFor()
  await form.getByLabel("Client id").fill(clientId)
  await form.getByLabel("Client secret").fill(clientSecret)
  // It would be one of the account before.
  await replaced.waitFor({ state: "hidden" })
  admin.watch.expect({ status: 409, path: SETTINGS })

  await form.getByRole("button", { name: "Save" }).click()
  await admin.page.getByRole("alertdialog", { name: prompt }).waitFor()
  await admin.check()
  await settings.answer(prompt, "Go back")
  expect((await api.settings()).hosted.mode).toBe(before)
  await form.getByRole("button", { name: "Save" }).click()
  await settings.answer(prompt, button)

  await form.waitFor({ state: "hidden" })
  const section = settings.section("Hosted checkout")
  await section.getByText("SANDBOX", { exact: true }).waitFor()
  return section
}

/** Credentials of another account, as the portal shows them. */
async function newAccount(
  mode: "live" | "test"
): Promise<typeof store.gateway.credentials> {
  const response = await fetch(`${store.gateway.urls.control}/account`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Another account",
      mode: mode === "live" ? "live" : "sandbox",
    }),
  })
  return (await response.json()) as typeof store.gateway.credentials
}

pageTest(
  "a typed secret is removed from the page's memory when its form closes",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Hosted checkout")
    const secret = "a-secret-that-is-typed-once"
    await form.getByLabel("Client secret").fill(secret)
    await form.getByRole("button", { name: "Test connection" }).click()
    await form.getByText("Not connected").waitFor()
    // Otherwise there would be nothing to remove.
    expect(await sentByMutations(admin.page)).toContain(secret)

    await admin.page.keyboard.press("Escape")
    await form.waitFor({ state: "hidden" })

    expect(await sentByMutations(admin.page)).not.toContain(secret)
    expect(await admin.page.content()).not.toContain(secret)
  }
)

pageTest(
  "a rail's account is removed after a confirmation, and its secret stays for earlier payments",
  async (admin) => {
    await api.removeCredentials()
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

/**
 * The mutation cache of the page's query client, which extensions and error
 * reporters can read.
 */
async function sentByMutations(page: Page): Promise<string> {
  return await page.locator("#medusa").evaluate((element: unknown) => {
    type Client = {
      getMutationCache(): { getAll(): { state: { variables: unknown } }[] }
    }
    type Fiber = {
      memoizedProps: { client?: Partial<Client> } | null
      child: Fiber | null
    }
    const root = element as Record<string, Fiber>
    const key = Object.keys(root).find((name) =>
      name.startsWith("__reactContainer$")
    )
    let fiber: Fiber | null = root[key ?? ""] ?? null
    while (fiber && !fiber.memoizedProps?.client?.getMutationCache) {
      fiber = fiber.child
    }
    const client = fiber?.memoizedProps?.client as Client | undefined
    if (!client) {
      throw new Error("The page has no query client.")
    }
    const mutations = client.getMutationCache().getAll()
    return JSON.stringify(mutations.map(({ state }) => state.variables))
  })
}
