import type {
  IPaymentModuleService,
  IPaymentProvider,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../tools/harness/shop/names"
import type { Rail } from "../../src/ledger"
import { storeTest } from "../setup/store/store"
import type { TestStore, OpenPayment } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

/**
 * The method that Medusa's Payment module gets providers by; its public type
 * lacks it.
 */
type WithProviders = {
  paymentProviderService_: {
    retrieveProvider(id: string): IPaymentProvider
  }
}

function paymentsOf(store: TestStore): IPaymentModuleService {
  return store.container.resolve(Modules.PAYMENT)
}

/** The provider as Medusa itself loaded it. */
function providerOf(store: TestStore, rail: Rail): IPaymentProvider {
  const payments = paymentsOf(store) as unknown as WithProviders
  return payments.paymentProviderService_.retrieveProvider(PROVIDERS[rail])
}

storeTest((store) => {
  describe("updatePaymentSession", () => {
    const rail = "onchain"

    const update = async (
      { session }: OpenPayment,
      changes: Record<string, unknown> = {}
    ) =>
      await paymentsOf(store).updatePaymentSession({
        id: session.id,
        amount: 12.5,
        currency_code: "usd",
        data: session.data,
        ...changes,
      })

    it("accepts the same amount in any notation, and it can be paid", async () => {
      const open = await store.openPayment(rail)
      const before = await store.readPayment(open.id)

      for (const amount of [12.5, "12.50", { value: "12.5", precision: 20 }]) {
        expect(await update(open, { amount })).toMatchObject({
          status: "pending",
          data: open.session.data,
        })
      }

      expect(await store.readPayment(open.id)).toEqual(before)
      await store.pay(open.id)
      expect(await store.readMedusaState(open.cart)).toMatchObject(ORDERED)
    })

    it("stores nothing of the data that the caller passes", async () => {
      const open = await store.openPayment(rail)
      const { data } = await update(open, {
        data: { ...open.session.data, status: "paid", amount: "0.01" },
      })
      expect(data).toEqual(open.session.data)
    })

    it("rejects another amount or currency", async () => {
      const open = await store.openPayment(rail)

      for (const changes of [
        { amount: 12.51 },
        { amount: 1 },
        { amount: 0 },
        { currency_code: "eur" },
      ]) {
        await expect(update(open, changes)).rejects.toThrow(
          `Payment ${open.id} was started for 12.50 usd and can't be changed`
        )
      }

      const session = await paymentsOf(store).retrievePaymentSession(
        open.session.id
      )
      expect(session).toMatchObject({ amount: 12.5, currency_code: "usd" })
    })

    it("rejects a session that is not in the ledger", async () => {
      const open = await store.openPayment(rail)
      await expect(update(open, { data: {} })).rejects.toThrow(
        "No stablecoin payment is known"
      )
    })
  })

  describe("the provider's payment status", () => {
    const rail = "onchain"
    const statusOf = async ({ session }: Pick<OpenPayment, "session">) => {
      const provider = providerOf(store, rail)
      const { status, data } = await provider.getPaymentStatus({
        data: session.data,
      })
      const retrieved = await provider.retrievePayment({ data: session.data })
      expect(retrieved.data).toEqual(data)
      return { status, data }
    }

    it("is pending until the buyer has paid, and authorized after", async () => {
      const open = await store.openPayment(rail)
      expect(await statusOf(open)).toEqual({
        status: "pending",
        data: open.session.data,
      })

      await store.pay(open.id)

      expect(await statusOf(open)).toEqual({
        status: "authorized",
        // The end of a payment erases its links.
        data: {
          ...open.session.data,
          status: "paid",
          redirect_url: null,
          app_url: null,
          intent_url: null,
        },
      })
    })

    it("comes from the ledger, not from the stored data, also when the payment ended without money", async () => {
      const open = await store.openPayment(rail)
      const data = { ...open.session.data, status: "paid", amount: "0.01" }
      const forged = { session: { ...open.session, data } }
      expect((await statusOf(forged)).status).toBe("pending")
      await store.sandbox.cancel({ orderNo: open.id })
      await store.settled()
      expect((await statusOf(forged)).status).toBe("canceled")
    })

    it("rejects a payment of the other rail or an unknown one", async () => {
      const open = await store.openPayment("hosted")
      const provider = providerOf(store, rail)
      for (const data of [
        open.session.data,
        { session_id: "payses_none" },
        { session_id: { not: null } },
        {},
      ]) {
        for (const method of ["getPaymentStatus", "retrievePayment"] as const) {
          await expect(provider[method]({ data })).rejects.toThrow(
            "No stablecoin payment is known"
          )
        }
      }
    })
  })
})
