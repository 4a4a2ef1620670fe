import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../tools/harness/shop/names"
import type { Rail } from "../../src/ledger"
import {
  ORDERED,
  readMedusaState,
  UNTOUCHED,
} from "../setup/store/medusa-state"
import { later } from "../setup/store/later"
import { databaseOf, readLedger } from "../setup/store/ledger"
import { openPayment } from "../setup/store/open-payment"
import { settled } from "../setup/store/settled"
import { storeTest, type TestStore } from "../setup/store/store"
import {
  paidWebhook,
  sign,
  SIGNATURE_HEADERS,
  webhookSecret,
} from "../../tools/harness/gateway/webhooks"

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
        const { id, cart } = await openPayment(store, rail)
        carts.push(cart)
        const body = paidWebhook(store, { rail, id })
        const header = SIGNATURE_HEADERS[rail].toLowerCase()
        const headers = { [header]: sign(body, webhookSecret(store, rail)) }

        const result = await handOver(store, rail, body, headers, name)

        expect(result).toEqual({ action: "not_supported" })
        const rows = await databaseOf(store)("stablecoin_webhook_event").where({
          body,
        })
        expect(rows).toMatchObject([{ rail, status: "received" }])
        expect(await readMedusaState(store, cart)).toMatchObject(UNTOUCHED)
      }

      await later(store)

      for (const cart of carts) {
        expect(await readMedusaState(store, cart)).toMatchObject(ORDERED)
      }
    })

    it("without a signature is stored nowhere and changes nothing", async () => {
      const { id, cart } = await openPayment(store, rail)
      const body = paidWebhook(store, { rail, id })
      await settled(store)
      const before = await readLedger(store)

      const result = await handOver(store, rail, body, {})

      expect(result).toEqual({ action: "not_supported" })
      await later(store)
      expect(await readLedger(store)).toEqual({
        ...before,
        stablecoin_payment: before.stablecoin_payment.map((row) => ({
          ...row,
          updated_at: expect.any(Date),
        })),
      })
      expect(await readMedusaState(store, cart)).toMatchObject(UNTOUCHED)
    })
  })
})
