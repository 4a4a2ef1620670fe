import { StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Screening } from "../../../src/ledger"
import { screenPaymentWorkflow } from "../../../src/workflows/screen-payment"
import { Admin } from "../../setup/admin/admin"
import { openExceptions } from "../../setup/store/ledger"
import { readRecords, reconcileAll } from "../../setup/store/on-chain"
import { openPayment, type OpenPayment } from "../../setup/store/open-payment"
import { storeTest } from "../../setup/store/store"

const CHAIN = "POLYGON"

/** The service that the store's own handler asks. */
const service = {
  listed: [] as string[],
  isDown: false,
  asked: [] as { address: string; chain: string; amount: string }[],
}

// A workflow takes one handler of a hook, in each process.
screenPaymentWorkflow.hooks.screenPayment(
  async ({ address, chain, amount }) => {
    service.asked.push({ address, chain, amount })
    if (service.isDown) {
      throw new Error("the service is down")
    }
    const result: Screening = service.listed.includes(address)
      ? "listed"
      : "clear"
    return new StepResponse({ result })
  }
)

storeTest({
  chains: [CHAIN],
  tests: (store) => {
    const admin = new Admin(store)
    const pay = async (): Promise<OpenPayment> => {
      const payment = await openPayment(store, "onchain", {
        chain: CHAIN,
        currency: "USDT",
      })
      await store.sandbox.pay({ orderNo: payment.id })
      return payment
    }
    const sender = () => store.sandbox.walletAddress.toLowerCase()

    beforeAll(async () => await admin.enrol())
    beforeEach(async () => {
      Object.assign(service, { listed: [], isDown: false, asked: [] })
      const saved = await admin.saveSettings({
        blockchain: { proof: "observe", screening: "hold" },
      })
      expect(saved).toMatchObject({ status: 200 })
    })

    it("a payment whose sender the store's own service clears is captured", async () => {
      const payment = await pay()
      expect(await readRecords(store, payment)).toMatchObject({
        orders: 1,
        captures: [12.5],
      })
      expect(service.asked).toEqual([
        { address: sender(), chain: CHAIN, amount: "12.50" },
      ])
    })

    it("one whose sender it lists is held", async () => {
      service.listed = [sender()]
      const payment = await pay()
      expect(await readRecords(store, payment)).toMatchObject({
        orders: 1,
        captures: [],
      })
      expect(await openExceptions(store)).toEqual(["sender_listed"])
    })

    it("one that only the sanctions oracle lists is held, too", async () => {
      store.sandbox.chain.sanction(sender())
      const payment = await pay()
      expect((await readRecords(store, payment)).captures).toEqual([])
      expect(await openExceptions(store)).toEqual(["sender_listed"])
    })

    it("while the service is down, a payment waits, and is captured afterwards", async () => {
      service.isDown = true
      const payment = await pay()
      expect((await readRecords(store, payment)).captures).toEqual([])

      service.isDown = false
      await reconcileAll(store)
      expect(await readRecords(store, payment)).toMatchObject({
        orders: 1,
        captures: [12.5],
      })
    })
  },
})
