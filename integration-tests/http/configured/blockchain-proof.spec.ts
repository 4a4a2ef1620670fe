import { Modules } from "@medusajs/framework/utils"
import type { AdminPaymentResponse } from "../../../src/http-types"
import { NOT_FOUND_AFTER_MS } from "../../../src/ledger"
import { settlePaymentWorkflow } from "../../../src/workflows/settle-payment"
import { Admin } from "../../setup/admin/admin"
import { databaseOf, openExceptions } from "../../setup/store/ledger"
import {
  readChains,
  readRecords,
  reconcileAll,
} from "../../setup/store/on-chain"
import { openPayment, type OpenPayment } from "../../setup/store/open-payment"
import { setMode } from "../../setup/store/set-mode"
import { storeTest } from "../../setup/store/store"
import { readMedusaState, UNTOUCHED } from "../../setup/store/medusa-state"
import { waitFor } from "../../../tools/harness/wait-for"
import { medusaPaymentId } from "../../setup/store/medusa-payment"

const CHAIN = "POLYGON"
const NOWHERE = `0x${"0".repeat(63)}1`

storeTest({
  chains: [CHAIN],
  env: { STABLECOIN_PROOF: "require" },
  tests: (store) => {
    const admin = Admin.enrolled(store)
    const start = async (): Promise<OpenPayment> =>
      await openPayment(store, "onchain", { chain: CHAIN, currency: "USDT" })
    const records = async (payment: OpenPayment) =>
      await readRecords(store, payment)
    /** The payment as the admin shows it. */
    const shown = async ({ id }: OpenPayment) =>
      (
        await admin.call<AdminPaymentResponse>(
          "GET",
          `/admin/stablecoin/payments/${id}`
        )
      ).body.payment
    const captureInMedusa = async (payment: OpenPayment) => {
      const id = await medusaPaymentId(store, payment)
      const path = `/admin/payments/${id}/capture`
      return await admin.call<{ message: string }>("POST", path)
    }
    /** As if the answer had been read so long ago. */
    const age = async ({ id }: OpenPayment, ms: number): Promise<void> => {
      const since = new Date(Date.now() - ms).toISOString()
      const db = databaseOf(store)
      await db("stablecoin_payment")
        .where({ id })
        .update({
          proof: db.raw("proof || ?::jsonb", [JSON.stringify({ since })]),
        })
    }

    const inventory = () => store.container.resolve(Modules.INVENTORY)
    const stock = async () => {
      const [level] = await inventory().listInventoryLevels({})
      const { inventory_item_id, location_id } = level!
      return { inventory_item_id, location_id }
    }
    const setStock = async (stocked_quantity: number): Promise<void> => {
      const level = await stock()
      await inventory().updateInventoryLevels({ ...level, stocked_quantity })
    }
    /** A payment that is proven while Medusa can't place its order. */
    const proveWithoutOrder = async (): Promise<OpenPayment> => {
      const payment = await start()
      await setStock(0)
      await store.sandbox.pay({ orderNo: payment.id })
      await readChains(store)
      expect(await records(payment)).toMatchObject({
        proof_status: "proven",
        orders: 0,
        captures: [],
      })
      return payment
    }
    const isCapturedOnOrder = async (payment: OpenPayment): Promise<void> => {
      const { orders, captures } = await records(payment)
      const db = databaseOf(store)
      // Together, so that a failure names its cause.
      expect({
        orders,
        captures,
        refunds: await db("stablecoin_refund"),
        exceptions: await db("stablecoin_exception")
          .where({ status: "open" })
          .select("kind", "details"),
      }).toEqual({ orders: 1, captures: [12.5], refunds: [], exceptions: [] })
    }

    describe("under require", () => {
      afterEach(() => void jest.restoreAllMocks())

      it("a paid payment has its order at once, and is captured when its block is final", async () => {
        store.sandbox.chain(CHAIN).setFinality(2)
        const payment = await start()
        await store.sandbox.pay({ orderNo: payment.id })
        await readChains(store)
        expect(await records(payment)).toMatchObject({
          status: "paid",
          proof_status: "found",
          orders: 1,
          captures: [],
        })
        expect(await captureInMedusa(payment)).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining("not proven on POLYGON") },
        })
        expect(await shown(payment)).toMatchObject({
          proof_status: "found",
          proof_mode: "require",
          is_held: true,
          captured_at: null,
        })

        store.sandbox.chain(CHAIN).mine(2)
        await readChains(store)

        const { proof, ...proven } = await records(payment)
        expect(proven).toEqual({
          status: "paid",
          proof_status: "proven",
          orders: 1,
          captures: [12.5],
        })
        expect(proof?.sender).toBe(store.sandbox.walletAddress.toLowerCase())
        expect(await shown(payment)).toMatchObject({
          proof_status: "proven",
          is_held: false,
          captured_at: expect.any(String),
        })
        expect(await openExceptions(store)).toEqual([])
      })

      it("a forged confirmation is never captured, and opens an exception after half an hour", async () => {
        const payment = await start()
        store.sandbox.trigger(
          "payment_order.paid",
          { orderNo: payment.id },
          { status: "paid", payment: { tx_hash: NOWHERE } }
        )
        await readChains(store)
        expect(await records(payment)).toMatchObject({
          status: "paid",
          proof_status: "not_found",
          captures: [],
        })
        expect(await openExceptions(store)).toEqual([])

        await age(payment, NOT_FOUND_AFTER_MS)
        await reconcileAll(store)

        expect((await records(payment)).captures).toEqual([])
        expect(await openExceptions(store)).toEqual(["unproven.not_found"])
      })

      it("waits for an endpoint that is down, without an exception", async () => {
        store.sandbox.fault({ api: "rpc", kind: "status", times: 1_000 })
        const payment = await start()
        await store.sandbox.pay({ orderNo: payment.id })
        await readChains(store)
        expect(await records(payment)).toMatchObject({
          proof_status: null,
          orders: 1,
          captures: [],
        })
        expect(await openExceptions(store)).toEqual([])

        store.sandbox.clearFaults()
        await readChains(store)
        expect(await records(payment)).toMatchObject({
          proof_status: "proven",
          captures: [12.5],
        })
      })

      it("a proven payment whose order can't be placed for long opens an exception, and is not captured", async () => {
        const payment = await proveWithoutOrder()
        for (let passes = 0; passes <= 5; passes++) {
          await reconcileAll(store)
        }
        expect(await openExceptions(store)).toEqual(["sold_out"])
        expect((await records(payment)).captures).toEqual([])

        await setStock(100)
        await reconcileAll(store)
        await isCapturedOnOrder(payment)
      })

      it("an order that may still be removed is not captured: a process was killed while it reserved stock", async () => {
        const payment = await proveWithoutOrder()
        await setStock(100)
        const locking = store.container.resolve(Modules.LOCKING)
        const { inventory_item_id: key } = await stock()
        await locking.acquire(key, { ownerId: "killed", expire: 60 })
        const completing = store.shopper.complete(payment.cart)
        await waitFor("the order to be linked", async () => {
          const { orders } = await readMedusaState(store, payment.cart)
          return orders.length > 0
        })
        const settling = settlePaymentWorkflow(store.container).run({
          input: { payment_id: payment.id },
          throwOnError: false,
        })
        await Promise.all([settling, completing])
        expect(await readMedusaState(store, payment.cart)).toMatchObject(
          UNTOUCHED
        )

        await locking.release(key, { ownerId: "killed" })
        await reconcileAll(store)
        await isCapturedOnOrder(payment)
      })

      it("a cart whose completion fails after the authorization is not refunded, and gets its order", async () => {
        const payment = await proveWithoutOrder()
        await setStock(100)
        const payments = store.container.resolve(Modules.PAYMENT)
        const authorize = payments.authorizePaymentSession.bind(payments)
        jest
          .spyOn(payments, "authorizePaymentSession")
          .mockImplementationOnce(async (...input) => {
            await authorize(...input)
            throw new Error("Connection terminated unexpectedly")
          })
        await store.shopper.complete(payment.cart)
        await reconcileAll(store)
        await isCapturedOnOrder(payment)
      })

      it("a proven payment that the buyer orders after its exception has ended is captured", async () => {
        const payment = await start()
        await setMode(store, payment, "live")
        await store.sandbox.pay({ orderNo: payment.id })
        await readChains(store)
        expect((await records(payment)).proof_status).toBe("proven")
        expect(await openExceptions(store)).toEqual(["test_money"])

        await setMode(store, payment, "test")
        expect(await store.shopper.complete(payment.cart)).toMatchObject({
          status: 200,
        })
        await reconcileAll(store)
        await isCapturedOnOrder(payment)
      })
    })
  },
})
