import { AdminOperations } from "../../../setup/admin/admin-api"
import { idle } from "../../../setup/store/idle"
import { blockchainTest } from "../../../setup/store/on-chain"
import { PAID_EVENTS } from "../../../../tools/harness/gateway/webhooks"
import type { OpenPayment } from "../../../setup/store/test-store"

const CHOSEN = { chain: "POLYGON", currency: "USDT" } as const
const HASH = `0x${"b2".repeat(32)}`

blockchainTest((store, onChain) => {
  const api = AdminOperations.enrolled(store)
  // The first pass only sets the cursors.
  beforeEach(async () => await onChain.read())

  /** Sends coins that are seen. @returns their hash */
  const send = async (payment: OpenPayment): Promise<string> => {
    const txHash = await onChain.send(payment)
    await onChain.see()
    return txHash
  }
  /** Lets the gateway confirm a new transfer, whose webhook does not arrive. */
  const confirmSilently = async ({ id }: OpenPayment): Promise<void> => {
    store.sandbox.fault({ event: PAID_EVENTS.onchain, kind: "drop" })
    await store.sandbox.pay({ orderNo: id })
  }
  /** Lets the gateway confirm a transfer of a payment that has ended. */
  const confirmLate = async (
    { id }: OpenPayment,
    tx_hash: string
  ): Promise<void> => {
    const sender_address = store.sandbox.walletAddress
    store.sandbox.trigger(
      PAID_EVENTS.onchain,
      { orderNo: id },
      { payment: { tx_hash, sender_address } }
    )
    await onChain.read()
    await onChain.reconcile()
    await onChain.see()
    await onChain.reconcile()
  }
  /** Refunds the money of the only open exception. */
  const refund = async (choice = { amount: "12.50" }): Promise<void> => {
    await api.mustResolveOnly({ action: "refund", refund: choice })
  }
  const depositOf = async (txHash: string) => {
    const deposits = await api.readDeposits()
    const found = deposits.filter(({ tx_hash }) => tx_hash === txHash)
    expect(found).toHaveLength(1)
    return found[0]!
  }
  const cancelOrder = async (id: string): Promise<void> => {
    await api.admin.cancelOrder(id)
    await idle()
    await onChain.reconcile()
    await store.later()
  }

  describe.each(["pay_first", "order_first"] as const)(
    "%s: a buyer whose transfer the gateway does not confirm",
    (flow) => {
      beforeEach(
        async () => await api.admin.saveGeneral({ checkout_flow: flow })
      )

      const begin = async (): Promise<OpenPayment> =>
        flow === "order_first"
          ? await store.placeOrder("onchain", CHOSEN)
          : await onChain.start()
      it("gets the order for a second transfer, made on a page left open, and the first back", async () => {
        const payment = await begin()
        const first = await send(payment)
        const read = await api.post(`payments/${payment.id}/sync`)
        expect(read.status).toBe(200)

        await confirmSilently(payment)
        await refund()
        await onChain.read()
        await onChain.reconcile()
        await store.later()

        expect(await onChain.records(payment)).toMatchObject({
          status: "paid",
          orders: 1,
          captures: [12.5],
        })
        expect(await store.openExceptions()).toEqual(["refund_due"])
        const { id: deposit_id } = await depositOf(first)
        expect(await api.readRefunds()).toMatchObject([
          { amount: "12.50", status: "due", deposit_id },
        ])
        const deposits = await api.readDeposits(payment.id)
        expect(deposits).toHaveLength(2)
        expect(deposits.find((each) => each.id !== deposit_id)).toMatchObject({
          allocations: [{ kind: "capture", amount: "12.50" }],
        })
        await api.expectConserved()
      })

      it("loses none of 25.00 when a second transfer is confirmed after the first is due back", async () => {
        const payment = await begin()
        const first = await send(payment)
        await refund()

        const second = await send(payment)
        await confirmLate(payment, second)

        const { status, captures } = await onChain.records(payment)
        const refunds = await api.readRefunds()
        expect(status).toBe("paid")
        expect([
          ...captures,
          ...refunds.map(({ amount }) => Number(amount)),
        ]).toEqual([12.5, 12.5])
        expect(await depositOf(first)).toMatchObject({
          allocations: [{ kind: "refund", amount: "12.50" }],
        })
        expect(await depositOf(second)).toMatchObject({
          unallocated: "0.00",
          allocations: [
            {
              kind: flow === "pay_first" ? "capture" : expect.any(String),
              amount: "12.50",
            },
          ],
        })
        expect(new Set(await store.openExceptions())).toEqual(
          new Set(["refund_due"])
        )
        await api.expectConserved()
      })
    }
  )

  describe("a buyer whose transfer the gateway does not confirm", () => {
    const payPage = async ({ session }: OpenPayment) =>
      (await store.readShown(session.id)).redirect_url

    it("is not sent to pay a second time while the merchant decides, nor once the first is due or sent back", async () => {
      const payment = await onChain.start()
      expect(await payPage(payment)).toEqual(expect.any(String))
      await send(payment)
      expect(await payPage(payment)).toBeNull()

      await refund()
      expect(await payPage(payment)).toBeNull()

      const [due] = await api.readRefunds()
      const { status } = await api.post(`refunds/${due!.id}/sent`, {
        tx_hash: HASH,
        refund_to: store.sandbox.walletAddress,
      })
      expect(status).toBe(200)
      await onChain.reconcile()
      expect(await payPage(payment)).toBeNull()
      await api.expectConserved()
    })
  })

  describe("a buyer who paid twice, of which the gateway confirmed the second", () => {
    const payTwice = async () => {
      const payment = await onChain.start()
      const first = await send(payment)
      await onChain.confirm(payment)
      return { payment, first }
    }

    it("gets both back when the first is refunded, and the order cancelled", async () => {
      const { payment, first } = await payTwice()
      const { orders } = await store.readMedusaState(payment.cart)
      await refund()

      await cancelOrder(orders[0]!.id)

      expect(await store.readMedusaState(payment.cart)).toMatchObject({
        orders: [{ status: "canceled" }],
      })
      const refunds = await api.readRefunds()
      expect(refunds).toMatchObject([
        { amount: "12.50", status: "due" },
        { amount: "12.50", status: "due" },
      ])
      const ids = refunds.map(({ deposit_id }) => deposit_id)
      expect(new Set(ids).size).toBe(2)
      expect(ids).toContain((await depositOf(first)).id)
      expect(await store.db("refund").whereNull("deleted_at")).toMatchObject([
        { amount: "12.5" },
      ])
      expect(await store.openExceptions()).toEqual(["refund_due", "refund_due"])
      await api.expectConserved()
    })
  })

  it("a late transfer that goes back to its buyer does not also pay for goods when the gateway confirms it", async () => {
    const payment = await onChain.start()
    await onChain.expire(payment)
    await onChain.reconcile()
    expect(onChain.statusAtGateway(payment)).toBe("cancelled")
    const txHash = await send(payment)
    expect(await store.openExceptions()).toEqual(["unreported_transfer.late"])
    await refund()

    await confirmLate(payment, txHash)

    expect(await onChain.records(payment)).toMatchObject({
      orders: 0,
      captures: [],
    })
    expect(await api.readRefunds()).toMatchObject([
      {
        amount: "12.50",
        status: "due",
        deposit_id: (await depositOf(txHash)).id,
      },
    ])
    expect(await store.openExceptions()).toEqual(["refund_due"])
    await api.expectConserved()
  })

  // The module's tests have every order of reports.
  it("the rest of money of which the merchant found a part is named", async () => {
    const payment = await onChain.start()
    await store.stablecoin.payments.apply(
      payment.id,
      { kind: "unknown_at_gateway" },
      "read"
    )
    const tx_hash = await onChain.send(payment)
    await api.mustResolveOnly({
      action: "close",
      sent: { amount: "12.00", tx_hash: HASH },
    })

    await onChain.see()
    const [deposit, ...others] = await api.readDeposits()
    expect(deposit).toMatchObject({
      amount: "12.50",
      tx_hash,
      unallocated: "0.50",
      allocations: [{ kind: "refund", amount: "12.00" }],
    })
    expect(others).toEqual([])
    expect(await api.readOpenException()).toMatchObject({
      kind: "unreported_transfer",
      deposit_id: deposit!.id,
      held: { amount: "0.50", confirmed: true },
    })

    await onChain.confirm(payment, tx_hash)
    expect(await onChain.records(payment)).toMatchObject({
      status: "paid",
      captures: [],
    })
    expect(await api.readOpenException()).toMatchObject({
      deposit_id: deposit!.id,
      held: { amount: "0.50" },
    })
    await api.expectConserved()
  })

  it("a buyer whose late transfer is due back may pay the changed cart, also once the gateway confirms it", async () => {
    const payment = await onChain.start()
    const txHash = await send(payment)
    await store.setQuantity(payment.cart.id, 2)
    await onChain.reconcile()
    await refund()
    await confirmLate(payment, txHash)
    const { cart } = payment
    const body = await store.readOptions({ cart_id: cart.id })
    expect(body).toMatchObject({
      options: [{ amount: "22.50" }, { amount: "22.50" }],
      in_question: [],
    })

    const second = await store.startSession(cart, "onchain", CHOSEN)
    await store.sandbox.pay({ orderNo: String(second.data.payment_id) })
    await onChain.read()
    await onChain.reconcile()
    await store.later()

    expect(await store.readMedusaState(cart)).toMatchObject({
      orders: [{ status: "pending" }],
      captures: [22.5],
    })
    expect(await store.openExceptions()).toEqual(["refund_due"])
    await api.expectConserved()
  })

  it("a refund names the sender of its own transfer, not of the one that paid the order", async () => {
    const payment = await onChain.start()
    await onChain.confirm(payment)
    const from = `0x${"5e4d".repeat(10)}`
    const { destination_address } = await store.readPayment(payment.id)
    store.sandbox.send({
      ...CHOSEN,
      from,
      to: String(destination_address),
      amount: "12.50",
    })
    await onChain.see()
    await refund()

    const [other] = await api.readRefunds()
    expect(other?.deposit?.sender).toBe(from)

    const captured = await store.medusaPaymentId(payment)
    await api.admin.refund(captured, 5)
    const own = (await api.readRefunds()).find(({ id }) => id !== other?.id)
    expect(own?.deposit?.sender).toBe(store.sandbox.walletAddress.toLowerCase())
    await api.expectConserved()
  })
})
