import { Admin } from "../../setup/admin/admin"
import { medusaRunnerTest } from "../../setup/store/medusa-runner"
import { STOREFRONT } from "../../setup/store/store"
import {
  postRaw,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
} from "../../../tools/harness/gateway/webhooks"

medusaRunnerTest({
  seed: { currency: "eur" },
  // A regular expression is not a storefront URL that a buyer could be sent to.
  env: { STABLECOIN_HOSTED_CLIENT_SECRET: "", STORE_CORS: "/shop/" },
  tests: (store) => {
    const admin = Admin.enrolled(store)

    it("offers and starts neither the rail without its secret nor the currency that is not configured, and names its setting", async () => {
      const cart = await store.shopper.fillCart()
      const offered = async () => await store.readOptions({ cart_id: cart.id })
      expect(await offered()).toMatchObject({
        currency_code: "eur",
        total: "12.50",
        options: [],
      })
      const before = await store.readLedger()
      for (const data of [{}, { currency: "USDC" }]) {
        const answer = await store.tryStartSession(cart, "onchain", data)
        expect({ data, ...answer }).toMatchObject({
          data,
          status: 400,
          body: {
            type: "invalid_data",
            message: expect.stringMatching(/EUR.*Add eur to currencies/),
          },
        })
      }
      expect(await store.readLedger()).toEqual(before)
      expect(store.sandbox.requests({ endpoint: "create" })).toEqual([])
      expect((await store.readMedusaState(cart)).sessions).toEqual([])

      await admin.saveSettings({
        general: {
          currencies: { eur: ["USDC"] },
          storefront_urls: [STOREFRONT],
        },
        pricing: { sources: [{ type: "fixed", rates: { eur: "1.0850" } }] },
      })
      expect((await offered()).options).toMatchObject([
        { rail: "onchain", amount: "13.57", currencies: [{ code: "USDC" }] },
      ])
    })

    it("a store without the hosted secret boots, and rejects a session with the setting to fix", async () => {
      const cart = await store.shopper.fillCart()
      const before = await store.readLedger()

      const answer = await store.tryStartSession(cart, "hosted")

      expect(answer).toMatchObject({
        status: 400,
        body: {
          type: "not_allowed",
          message:
            'Stablecoin payments (hosted) are not configured. hosted.clientSecret is missing: set it in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts.',
        },
      })
      expect(await store.readLedger()).toEqual(before)
      expect(store.sandbox.requests()).toEqual([])
    })

    it("a return to an unknown payment shows a page when the store has no storefront URL", async () => {
      const answer = await fetch(
        `${store.url}/stablecoin/return/stpay_none/none/success`,
        { redirect: "manual" }
      )

      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain("Go back to the shop")
    })

    it("without the hosted secret every webhook is rejected, also one signed with an empty secret", async () => {
      const before = await store.readLedger()
      const body = '{"event":"payment.success","payload":{}}'
      for (const path of WEBHOOK_PATHS.hosted) {
        const answer = await postRaw(store, path, body, {
          [SIGNATURE_HEADERS.hosted]: sign(body, ""),
        })

        expect({ path, ...answer }).toMatchObject({
          path,
          status: 503,
          body: { message: expect.stringMatching(/no secret yet/) },
        })
      }
      expect(await store.readLedger()).toEqual(before)
    })
  },
})
