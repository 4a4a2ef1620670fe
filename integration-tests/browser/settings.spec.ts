import type { AdminPaymentResponse } from "../../src/http-types"
import { startPayment } from "../setup/browser/purchases"
import { SettingsPage } from "../setup/browser/settings-page"
import { adminBrowser } from "../setup/browser/admin-browser"

const SETTINGS = /^\/admin\/stablecoin\/settings$/

const { store, api, pageTest } = adminBrowser()

pageTest(
  "a merchant chooses the coins of each network, and the default one",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Networks")
    for (const pair of [
      "USDT on Ethereum",
      "USDC on Ethereum",
      "USDT on Polygon",
      "USDC on Polygon",
      "USDT on Base",
    ]) {
      await form.getByRole("checkbox", { name: pair }).click()
    }
    await form.getByRole("combobox", { name: "Default network" }).click()
    const option = (name: string) => admin.page.getByRole("option", { name })
    expect(await option("Polygon").count()).toBe(0)
    await option("Base").click()
    await admin.check()
    await admin.picture("settings-networks")
    await settings.save(form)

    const row = admin.page.getByRole("row", { name: /^Base Default USDC/ })
    await row.getByText("USDC", { exact: true }).waitFor()
    await admin.page.getByRole("row", { name: /^Ethereum None$/ }).waitFor()
    const { onchain } = await api.settings()
    expect(onchain.default_chain.value).toBe("BASE")
    expect(onchain.chains.value).toEqual({
      BASE: ["USDC"],
      ARBITRUM: ["USDT", "USDC"],
      BSC: ["USDT", "USDC"],
      AVALANCHE: ["USDT", "USDC"],
    })
    // The very next payment uses it.
    const { payment_id } = await startPayment(store, "onchain")
    const { payment } = await api.get<AdminPaymentResponse>(
      `/admin/stablecoin/payments/${payment_id}`
    )
    expect(payment).toMatchObject({ chain: "BASE", currency: "USDC" })
  }
)

pageTest(
  "a merchant chooses a currency's coins and sees those of the gateway",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Currencies")
    // The currencies of the store's regions move the others when they arrive.
    await form.getByRole("row", { name: /^EUR/ }).waitFor()
    await form.getByRole("combobox", { name: "Default coin for USD" }).click()
    await admin.page.getByRole("option", { name: "USDC" }).click()
    await admin.picture("settings-currencies")
    await settings.save(form)

    const section = settings.section("Currencies")
    await section.getByText("Accepted by the hosted checkout now").waitFor()
    await section.getByRole("row", { name: /^USD USDC Default USDT/ }).waitFor()
  }
)

pageTest(
  "a merchant removes the rule of a deleted region, excludes USDT from the EU and small amounts on Ethereum, and sees the result for each region",
  async (admin) => {
    const region = store.seeded.euro.region_id
    await api.saveSettings({
      general: {
        currencies: { usd: ["USDT", "USDC"], eur: ["USDT", "USDC"] },
        rules: [{ region: "reg_gone", max: "5" }],
      },
      onchain: { chains: null, default_chain: null },
    })
    const settings = new SettingsPage(admin)
    await settings.open()
    const section = settings.section("Rules by region")
    await section
      .getByRole("row", { name: "Europe All USDT, USDC Any" })
      .waitFor()
    const form = await settings.edit("Rules by region")
    const gone = form.getByRole("combobox", { name: "Region" })
    await gone.getByText("reg_gone (deleted)").waitFor()
    await form.getByRole("button", { name: "Remove" }).click()
    await form.getByRole("button", { name: "No USDT in the EU" }).click()
    await form.getByRole("button", { name: "At least 50 on Ethereum" }).click()
    await form.getByRole("button", { name: "Add a rule" }).click()
    const own = form.getByRole("group", { name: "Rule 3" })
    await own.getByRole("combobox", { name: "Region" }).click()
    await admin.page.getByRole("option", { name: "Europe" }).click()
    await own.getByRole("combobox", { name: "Network" }).click()
    await admin.page.getByRole("option", { name: "Base" }).click()
    await own.getByLabel("Smallest amount").fill("20")
    await own.getByLabel("Largest amount").fill("10,5")
    admin.watch.expect({ status: 400, path: SETTINGS })
    await form.getByRole("button", { name: "Save" }).click()
    await own.getByText("Enter at least the smallest amount.").waitFor()
    await own.getByLabel("Smallest amount").fill("")
    await admin.check()
    await settings.save(form)

    for (const name of [
      "Europe Hosted checkout, Polygon, Arbitrum One, BNB Smart Chain, Avalanche C-Chain USDC Any",
      "Ethereum USDC At least 50.00",
      "Base USDC At most 10.50",
    ]) {
      await section.getByRole("row", { name }).waitFor()
    }
    await admin.check()
    await section.scrollIntoViewIfNeeded()
    await admin.picture("settings-rules")
    expect((await api.settings()).general.rules.value).toEqual([
      { region, coins: ["USDC"] },
      { chain: "ETH", min: "50.00" },
      { region, chain: "BASE", max: "10.50" },
    ])
    await api.saveSettings({ general: { rules: null, currencies: null } })
  }
)

pageTest(
  "a merchant adds, corrects and removes price sources, and sees what a sum costs now",
  async (admin) => {
    const ecb = { type: "ecb" as const, maxAge: 86_400 }
    await api.saveSettings({
      general: { currencies: { usd: ["USDT"], aed: ["USDC"], eur: ["USDC"] } },
      pricing: { sources: [ecb] },
    })
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Price sources")
    const field = (name: string) => form.getByLabel(name, { exact: true })
    const rates = field("Own rates")
    await rates.fill("AED 0,2723")
    await form.getByRole("button", { name: "Add a source by URL" }).click()
    await field("Name").fill("Exchange rates")
    await field("URL").fill("http://10.0.0.1/{currency}")
    await field("JSON pointer").fill("/{currency}/usd")
    await field("Fresh for").fill("5")
    await form.getByText("It prices USDT and USDC too").click()
    admin.watch.expect({ status: 400, path: SETTINGS })
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByText("Enter US dollars for one unit").waitFor()
    expect(await field("URL").getAttribute("aria-invalid")).toBe("true")
    await field("URL").fill("https://rates.example/{currency}")
    await rates.fill("AED 0.2723\nsar: 0.2667\nUSDC 1")
    await admin.check()
    await settings.save(form)
    await settings.section("Price sources").getByText("SAR 0.2667").waitFor()

    const exchange = {
      ...{
        type: "http" as const,
        name: "Exchange rates",
        pointer: "/{currency}/usd",
      },
      ...{ url: "https://rates.example/{currency}", maxAge: 300, coins: true },
    }
    const own = { aed: "0.2723", sar: "0.2667", usdc: "1" }
    const saved = async () => (await api.settings()).pricing
    expect((await saved()).sources.value).toEqual([
      exchange,
      ecb,
      { type: "fixed", rates: own },
    ])

    const prices = await settings.edit("Prices in other currencies")
    await prices.getByLabel("Surcharge").fill("0.5")
    const price =
      "AED 100.00 is 27.37 USDC now: Own rates 0.2723, surcharge 0.5 %."
    await prices.getByText(price).waitFor()
    await prices.getByText(/^EUR has no price/).waitFor()
    await settings.save(prices)
    await settings
      .section("Prices in other currencies")
      .getByText(price)
      .waitFor()
    expect((await saved()).spread.value).toBe("0.5")

    await settings.open()
    await settings.edit("Price sources")
    await admin.picture("settings-price-sources")
    await form
      .getByRole("button", { name: "Remove the source Exchange rates" })
      .click()
    await rates.fill("AED 0.2723")
    await settings.save(form)
    expect((await saved()).sources.value).toEqual([
      ecb,
      { type: "fixed", rates: { aed: "0.2723" } },
    ])
  }
)

pageTest(
  "a duration that is too short has an error at its field",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Checkout")
    const ending = form.getByLabel("Unpaid payments end after")
    await ending.fill("1")
    admin.watch.expect({ status: 400, path: SETTINGS })
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByRole("alert").getByText("At least 5 min.").waitFor()

    await ending.fill("150")
    await form
      .getByLabel("Name of the purchase")
      .fill("Your order at the webshop")
    await admin.check()
    await settings.save(form)

    await settings.section("Checkout").getByText("2 h 30 min").waitFor()
    expect((await api.settings()).general.pending_ttl.value).toBe(9000)
  }
)

pageTest(
  "a merchant does not overwrite another user's changes unseen",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const form = await settings.edit("Checkout")
    await form.getByLabel("Name of the purchase").fill("Mine")
    await api.saveSettings({
      general: { item_name: "Theirs" },
    })
    admin.watch.expect({ status: 409, path: SETTINGS })
    await form.getByRole("button", { name: "Save" }).click()

    await settings.answer(
      "Another user has changed the settings",
      "Load theirs"
    )

    await form.waitFor({ state: "hidden" })
    await settings.section("Checkout").getByText("Theirs").waitFor()
  }
)

pageTest(
  "a form opens, closes and returns the focus by keyboard alone",
  async (admin) => {
    const settings = new SettingsPage(admin)
    await settings.open()
    const edit = admin.page.getByRole("button", { name: "Edit Addresses" })
    await edit.focus()
    await admin.page.keyboard.press("Enter")
    const form = await settings.dialog("Addresses")
    await admin.check()
    await admin.page.keyboard.press("Escape")
    await form.waitFor({ state: "hidden" })

    await admin.page.locator(":focus").and(edit).waitFor()
  }
)

pageTest(
  "without an encryption key the page accepts no secret, and explains how to create a key",
  async (admin) => {
    await admin.page.route(
      (url) => SETTINGS.test(url.pathname),
      async (route) => {
        const answer = await route.fetch()
        const body = (await answer.json()) as { settings: object }
        const settings = { ...body.settings, encryption: { ready: false } }
        await route.fulfill({ response: answer, json: { settings } })
      }
    )
    const settings = new SettingsPage(admin)
    await settings.open()
    await admin.page.getByText("openssl rand -base64 32").first().waitFor()
    const form = await settings.edit("Hosted checkout")

    expect(await form.getByLabel("Client secret").count()).toBe(0)
    await form.getByText("openssl rand -base64 32").waitFor()
    await admin.check()
    await admin.page.unrouteAll()
    await admin.page.keyboard.press("Escape")
  }
)
