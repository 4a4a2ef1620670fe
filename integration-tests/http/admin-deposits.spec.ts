import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"

const ADDRESS = `0x${"a1".repeat(20)}`
const HASH = `0x${"b2".repeat(32)}`

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  /** An order of 12.50 that was paid exactly. */
  const bought = async () => {
    const { id, session } = await store.buy("onchain")
    const { body } = await api.get(`payments/${id}`)
    return {
      id,
      session,
      order: body.payment.order as { id: string; display_id: number },
      deposit_id: String((await store.readPayment(id)).deposit_id),
    }
  }
  /** A payment of 12.50 for which 9.99 is reported. */
  const wrong = async () => {
    const open = await store.openPayment("hosted")
    await store.report(open, { amount: 9.99 })
    const exception = await api.readOpenException()
    const { id: exception_id, deposit_id } = exception
    return { id: open.id, exception: exception_id, deposit_id }
  }
  const resolve = async (exception: string, where: object) =>
    await api.mustResolve(exception, { action: "close", ...where })

  it("tells which order each part paid for, and when another part was sent back, in the list, on the pages and in the file", async () => {
    const paid = await bought()
    const odd = await wrong()
    await api.admin.refund(await store.medusaPaymentId(paid), 5)
    const uses = async (id: string) =>
      (await api.get(`deposits/${id}`)).body.deposit

    const order = expect.objectContaining({
      id: paid.order.id,
      display_id: paid.order.display_id,
    })
    const captured = { kind: "capture", amount: "7.50" }
    const back = { kind: "refund", amount: "5.00" }
    expect(await uses(paid.deposit_id)).toMatchObject({
      order,
      unallocated: "0.00",
      allocations: [
        captured,
        { ...back, refund: { status: "due", sent_at: null } },
      ],
    })

    const { refunds } = (await api.get(`refunds?payment_id=${paid.id}`)).body
    await api.post(`refunds/${String(refunds[0]?.id)}/sent`, {
      tx_hash: HASH,
      refund_to: ADDRESS,
    })
    const order_id = await api.admin.enterOrder()
    await resolve(odd.exception, { order_id })

    const sent = {
      ...back,
      refund: { status: "sent", sent_at: expect.any(String) },
    }
    expect(await uses(paid.deposit_id)).toMatchObject({
      allocations: [captured, sent],
    })
    expect(await uses(odd.deposit_id)).toMatchObject({
      unallocated: "0.00",
      allocations: [
        {
          kind: "kept",
          amount: "9.99",
          order: { id: order_id, display_id: expect.any(Number) },
        },
      ],
    })
    // The same rows on the pages of the payment and the order.
    const deposit = {
      id: paid.deposit_id,
      amount: "12.50",
      allocations: [captured, sent],
    }
    const { payment } = (await api.get(`payments/${paid.id}`)).body
    expect(payment).toMatchObject({ deposits: [deposit] })
    const { payments } = (await api.get(`orders/${paid.order.id}`)).body
    expect(payments).toContainEqual(
      expect.objectContaining({
        deposits: [expect.objectContaining({ id: paid.deposit_id })],
      })
    )
    // And in the file.
    const rows = await api.readExport("deposits/export?order=created_at")
    expect(rows).toEqual([
      expect.objectContaining({
        id: paid.deposit_id,
        payment_id: paid.id,
        order_number: String(paid.order.display_id),
        order_id: paid.order.id,
        mode: "test",
        rail: "onchain",
        network: "POLYGON",
        amount: "12.50",
        captured: "7.50",
        refunded: "5.00",
        kept: "0.00",
        unallocated: "0.00",
        reasons: "",
        transaction_hash: expect.stringMatching(/^0x/),
      }),
      expect.objectContaining({
        id: odd.deposit_id,
        payment_id: odd.id,
        order_id,
        rail: "hosted",
        coin: "USDT",
        amount: "9.99",
        captured: "0.00",
        refunded: "0.00",
        kept: "9.99",
        unallocated: "0.00",
        seen_at: "",
      }),
    ])
  })
})
