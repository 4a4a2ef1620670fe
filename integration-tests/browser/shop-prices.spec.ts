import { withDatabase } from "../setup/browser/on-chain"
import { shopBrowser } from "../setup/browser/shop-browser"
import { PROVIDERS } from "../../tools/harness/shop/names"

const { store, merchant, setFlow, pageTest } = shopBrowser()

/** Payment providers of Europe, where other spec files offer none. */
const offer = async (payment_providers: string[]): Promise<void> =>
  await merchant().post(`/admin/regions/${store.seeded.euro.region_id}`, {
    payment_providers,
  })

beforeAll(async () => {
  await setFlow("pay_first")
  await offer(Object.values(PROVIDERS))
})
afterAll(async () => await offer([]))

const sellAt = async (eur: string): Promise<void> =>
  await merchant().saveSettings({
    general: { currencies: { usd: ["USDT"], eur: ["USDC"] } },
    pricing: { sources: [{ type: "fixed", rates: { eur } }] },
  })

pageTest(
  "a buyer who chooses Europe pays in euros, at a price that does not move between the button and the gateway's page, and is renewed after its time",
  async ({ shop }) => {
    const { page } = shop
    await sellAt("1.0832")
    await shop.open("/", "Enamel mug")
    await page.getByLabel("Region").selectOption("Europe (EUR)")
    await page.getByText("€10.00").waitFor()
    await page.clock.install()
    await shop.fillCart()
    await page
      .getByText(
        /^You pay 13\.54 USDC For €12\.50, at a rate of 1\.0832 US dollars\./
      )
      .waitFor()
    await shop.check()
    await shop.picture("shop-price")

    await sellAt("1.2")
    await shop.button("Pay 13.54 USDC").click()
    await shop.atGateway()
    await page.getByText("13.54 USDC").first().waitFor()
    await shop.goBack()
    await shop.part("choose").click()
    await shop.button("Pay 13.54 USDC").waitFor()

    await withDatabase(store, async (db) => {
      await db("stablecoin_quote").update({ valid_until: new Date(0) })
    })
    await page.clock.fastForward("31:00")
    await shop.button("Pay 15.00 USDC").click()
    await shop.atGateway()
    await page.getByText("15.00 USDC").first().waitFor()
    const { id } = await shop.payAtGateway()
    const fields = "currency_code,payment_collections.captured_amount"
    const { order } = await merchant().get<{ order: object }>(
      `/admin/orders/${id}?fields=${fields}`
    )
    expect(order).toMatchObject({
      currency_code: "eur",
      payment_collections: [{ captured_amount: 12.5 }],
    })
  }
)
