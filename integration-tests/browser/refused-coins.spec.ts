import type { AdminExceptionsResponse } from "../../src/http-types"
import { adminBrowser } from "../setup/browser/admin-browser"
import { control } from "../setup/browser/purchases"
import { shopBrowser } from "../setup/browser/shop-browser"

const START = /^\/store\/payment-collections\/.*\/payment-sessions$/

const { store, merchant, checkoutTest } = shopBrowser()
const { pageTest } = adminBrowser()

beforeAll(async () => {
  await control(store, "rules", { coins: { BASE: ["USDC"] } })
})

// Other tests pay with the coin.
afterAll(async () => {
  await control(store, "rules", { coins: {} })
  const { exceptions } = await readRefused()
  for (const { id } of exceptions) {
    await merchant().post(`/admin/stablecoin/exceptions/${id}/resolve`, {
      action: "close",
      note: "Enabled at the gateway.",
    })
  }
})

async function readRefused(): Promise<AdminExceptionsResponse> {
  return await merchant().get<AdminExceptionsResponse>(
    "/admin/stablecoin/exceptions?kind=coin_refused"
  )
}

checkoutTest(
  "a buyer reads which coin can't be paid, until it is no longer offered",
  async ({ shop }) => {
    for (let refusals = 0; refusals < 3; refusals++) {
      await shop.choose("onchain", { coin: "USDT", network: "Base" })
      shop.watch.expect({ status: 400, path: START })
      const refused = shop.page.waitForResponse((response) =>
        START.test(new URL(response.url()).pathname)
      )
      await shop.part("pay").click()
      await refused
      await shop.page
        .getByText(
          "USDT on Base is not available. Choose another network or coin below: the selection may have changed."
        )
        .waitFor()
    }
    await shop.page
      .getByRole("radio", { name: "Base", exact: true })
      .waitFor({ state: "detached" })
    await shop.check()
    await shop.choose("onchain", { coin: "USDC", network: "Base" })
    await shop.goAndPay("onchain")
    await shop.payAtGateway()
  }
)

pageTest(
  "the merchant reads the gateway's words at the exception and at the payment",
  async (admin) => {
    const { exceptions } = await readRefused()
    await admin.open(
      `/stablecoin/exceptions?exception=${exceptions[0]?.id}`,
      "Coin refused"
    )
    const drawer = admin.page.getByRole("dialog")
    await drawer.getByText(/chain: USDT on BASE is not enabled\.$/).waitFor()
    await admin.check()
    await drawer.getByRole("link", { name: "Its failed payments" }).click()
    await admin.page
      .getByRole("row", { name: /Failed/ })
      .first()
      .getByRole("link")
      .first()
      .click()
    await admin.page.getByText("USDT on BASE is not enabled.").waitFor()
    await admin.page.getByText(/^The gateway says: /).waitFor()
    await admin.check()

    await admin.open("/stablecoin/health", "Health")
    await admin.page.getByText(/refuses payments in USDT \(Base\)/).waitFor()
  }
)
