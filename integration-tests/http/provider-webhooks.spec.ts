import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../tools/harness/shop/names"
import type { Rail } from "../../src/ledger"
import { storeTest } from "../setup/store/store"
import {
  paidWebhook,
  sign,
  SIGNATURE_HEADERS,
  webhookSecret,
} from "../../tools/harness/gateway/webhooks"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED, UNTOUCHED } from "../setup/store/store-records"

/** Passes a webhook to the Payment module, as Medusa's own subscriber does. */
async function handOver(
  store: TestStore,
  rail: Rail,
  body: string,
  headers: Record<string, string>,
  provider: string = PROVIDERS[rail]
) {
  return await store.container
    .resolve(Modules.PAYMENT)
    .getWebhookActionAndData({
      provider,
      payload: {
        data: JSON.parse(body) as Record<string, unknown>,
        rawData: Buffer.from(body),
        headers,
      },
    })
}

storeTest((store) => {
  describe("a webhook received through Medusa's own route", () => {
    const rail = "hosted"

    it("is stored, and settled by the job, under each name of the provider", async () => {
      const carts = []
      for (const name of [PROVIDERS[rail], PROVIDERS[rail].slice(3)]) {
        const { id, cart } = await store.openPayment(rail)
        carts.push(cart)
        const body = paidWebhook(store, { rail, id })
        const header = SIGNATURE_HEADERS[rail].toLowerCase()
        const headers = { [header]: sign(body, webhookSecret(store, rail)) }

        const result = await handOver(store, rail, body, headers, name)

        expect(result).toEqual({ action: "not_supported" })
        const rows = await store.db("stablecoin_webhook_event").where({
          body,
        })
        expect(rows).toMatchObject([{ rail, status: "received" }])
        expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)
      }

      await store.later()

      for (const cart of carts) {
        expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      }
    })

    it("without a signature is stored nowhere and changes nothing", async () => {
      const { id, cart } = await store.openPayment(rail)
      const body = paidWebhook(store, { rail, id })
      await store.settled()
      const before = await store.readLedger()

      const result = await handOver(store, rail, body, {})

      expect(result).toEqual({ action: "not_supported" })
      await store.later()
      expect(await store.readLedger()).toEqual({
        ...before,
        stablecoin_payment: before.stablecoin_payment.map((row) => ({
          ...row,
          updated_at: expect.any(Date),
        })),
      })
      expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)
    })
  })
})
