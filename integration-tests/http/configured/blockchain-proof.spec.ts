import { Modules } from "@medusajs/framework/utils"
import type { AdminPaymentResponse } from "../../../src/http-types"
import { NOT_FOUND_AFTER_MS } from "../../../src/ledger"
import { settlePaymentWorkflow } from "../../../src/workflows/settle-payment"
import { Admin } from "../../setup/admin/admin"
import { OnChain } from "../../setup/store/on-chain"
import { storeTest } from "../../setup/store/store"
import { waitFor } from "../../../tools/harness/wait-for"
import { UNTOUCHED } from "../../setup/store/store-records"
import type { OpenPayment } from "../../setup/store/test-store"

const CHAIN = "POLYGON"
const NOWHERE = `0x${"0".repeat(63)}1`

const OPTIONS = {
  chains: [CHAIN] as const,
  env: { STABLECOIN_PROOF: "require" },
}

storeTest((store) => {
  const admin = Admin.enrolled(store)
  const onChain = new OnChain(store)
  /** The payment as the admin shows it. */
  const shown = async ({ id }: OpenPayment) =>
    (
      await admin.call<AdminPaymentResponse>(
        "GET",
        `/admin/stablecoin/payments/${id}`
      )
    ).body.payment
  const captureInMedusa = async (payment: OpenPayment) => {
    const id = await store.medusaPaymentId(payment)
    const path = `/admin/payments/${id}/capture`
    return await admin.call<{ message: string }>("POST", path)
  }
  /** As if the answer had been read so long ago. */
  const age = async ({ id }: OpenPayment, ms: number): Promise<void> => {
    const since = new Date(Date.now() - ms).toISOString()
    const db = store.db
    await store.changePayment(id, {
      proof: db.raw("proof || ?::jsonb", [JSON.stringify({ since })]),
    })
  }

  const inventory = () => store.container.resolve(Modules.INVENTORY)
  const stock = async () => {
    const [level] = await inventory().listInventoryLevels({})
    const { inventory_item_id, location_id } = level!
    return { inventory_item_id, location_id }
  }
  /** A payment that is proven while Medusa can't place its order. */
  const proveWithoutOrder = async (): Promise<OpenPayment> => {
    const payment = await onChain.start()
    await admin.setStock(0)
    await store.sandbox.pay({ orderNo: payment.id })
    await onChain.read()
    expect(await onChain.records(payment)).toMatchObject({
      proof_status: "proven",
      orders: 0,
      captures: [],
    })
    return payment
  }
  const isCapturedOnOrder = async (payment: OpenPayment): Promise<void> => {
    const { orders, captures } = await onChain.records(payment)
    const db = store.db
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
      const payment = await onChain.start()
      await store.sandbox.pay({ orderNo: payment.id })
      await onChain.read()
      expect(await onChain.records(payment)).toMatchObject({
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
      await onChain.read()

      const { proof, ...proven } = await onChain.records(payment)
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
      expect(await store.openExceptions()).toEqual([])
    })

    it("a forged confirmation is never captured, and opens an exception after half an hour", async () => {
      const payment = await onChain.start()
      store.sandbox.trigger(
        "payment_order.paid",
        { orderNo: payment.id },
        { status: "paid", payment: { tx_hash: NOWHERE } }
      )
      await onChain.read()
      expect(await onChain.records(payment)).toMatchObject({
        status: "paid",
        proof_status: "not_found",
        captures: [],
      })
      expect(await store.openExceptions()).toEqual([])

      await age(payment, NOT_FOUND_AFTER_MS)
      await onChain.reconcile()

      expect((await onChain.records(payment)).captures).toEqual([])
      expect(await store.openExceptions()).toEqual(["unproven.not_found"])
    })

    it("waits for an endpoint that is down, without an exception", async () => {
      store.sandbox.fault({ api: "rpc", kind: "status", times: 1_000 })
      const payment = await onChain.start()
      await store.sandbox.pay({ orderNo: payment.id })
      await onChain.read()
      expect(await onChain.records(payment)).toMatchObject({
        proof_status: null,
        orders: 1,
        captures: [],
      })
      expect(await store.openExceptions()).toEqual([])

      store.sandbox.clearFaults()
      await onChain.read()
      expect(await onChain.records(payment)).toMatchObject({
        proof_status: "proven",
        captures: [12.5],
      })
    })

    it("a proven payment whose order can't be placed for long opens an exception, and is not captured", async () => {
      const payment = await proveWithoutOrder()
      for (let passes = 0; passes <= 5; passes++) {
        await onChain.reconcile()
      }
      expect(await store.openExceptions()).toEqual(["sold_out"])
      expect((await onChain.records(payment)).captures).toEqual([])

      await admin.setStock(100)
      await onChain.reconcile()
      await isCapturedOnOrder(payment)
    })

    it("an order that may still be removed is not captured: a process was killed while it reserved stock", async () => {
      const payment = await proveWithoutOrder()
      await admin.setStock(100)
      const locking = store.container.resolve(Modules.LOCKING)
      const { inventory_item_id: key } = await stock()
      await locking.acquire(key, { ownerId: "killed", expire: 60 })
      const completing = store.shopper.complete(payment.cart)
      await waitFor("the order to be linked", async () => {
        const { orders } = await store.readMedusaState(payment.cart)
        return orders.length > 0
      })
      const settling = settlePaymentWorkflow(store.container).run({
        input: { payment_id: payment.id },
        throwOnError: false,
      })
      await Promise.all([settling, completing])
      expect(await store.readMedusaState(payment.cart)).toMatchObject(UNTOUCHED)

      await locking.release(key, { ownerId: "killed" })
      await onChain.reconcile()
      await isCapturedOnOrder(payment)
    })
  })
}, OPTIONS)
