import { withDatabase } from "../setup/browser/on-chain"
import { shopBrowser } from "../setup/browser/shop-browser"
import { repriceCart } from "../setup/store/reprice-cart"

const { store, merchant, setFlow, checkoutTest } = shopBrowser()

beforeAll(async () => await setFlow("pay_first"))

const sellAt = async (eur: string): Promise<void> =>
  await merchant().saveSettings({
    general: { currencies: { usd: ["USDT"], eur: ["USDC"] } },
    pricing: { sources: [{ type: "fixed", rates: { eur } }] },
  })

checkoutTest(
  "the price of a cart in euros does not move between the button and the gateway's page, and is renewed after its time",
  async ({ shop }) => {
    const { page } = shop
    const cart = await page.evaluate<string>(
      "localStorage.getItem('shop.cart_id')"
    )
    await withDatabase(store, async (db) => {
      await repriceCart(db, cart, "eur", 12.5)
    })
    await sellAt("1.0832")
    await page.clock.install()
    await page.reload()
    await page
      .getByText(/^You pay 13\.54 USDC For €12\.50, at a rate of 1\.0832\./)
      .waitFor()
    await shop.check()

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
  }
)
