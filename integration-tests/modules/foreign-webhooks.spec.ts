import { TABLE } from "../../src/modules/stablecoin/repository/tables"
import { storeSigned } from "../setup/module/accept-webhook"
import {
  ledgerTest,
  newPayment,
  pendingPayment,
  WEBHOOK_SECRET,
} from "../setup/module/test-ledger"

const DAY_MS = 24 * 3600_000
const OTHER = "another-shop-17"

ledgerTest((ledger) => {
  /** Stores a genuine webhook and processes it. */
  const deliver = async (
    order_no: string,
    event = "payment_order.cancelled"
  ) => {
    const data = { order_no, order_id: `order-${order_no}` }
    const body = Buffer.from(JSON.stringify({ event, data }))
    const stored = await storeSigned(ledger, "onchain", body, WEBHOOK_SECRET)
    await ledger.service.webhookEvents.processDue()
    return stored.webhookEvent
  }
  /** Stores a report of money. */
  const reportPaid = async (data: object) => {
    const body = Buffer.from(
      JSON.stringify({ event: "payment_order.paid", data })
    )
    const stored = await storeSigned(ledger, "onchain", body, WEBHOOK_SECRET)
    return stored.webhookEvent
  }
  const rows = async () => await ledger.db(TABLE.webhookEvent).orderBy("id")
  const purgeForeign = async () =>
    await ledger.service.repository.webhookEvents.purgeForeign({
      before: new Date(Date.now() - 7 * DAY_MS),
      limit: 100,
    })

  it("leave only a digest about another shop's buyer, for a week", async () => {
    const { id } = await deliver(OTHER)

    expect(await rows()).toMatchObject([
      {
        id,
        status: "ignored",
        event: "payment_order.cancelled",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        body: null,
      },
    ])
    expect(JSON.stringify(await rows())).not.toContain(OTHER)
    expect(await purgeForeign()).toBe(0)

    await ledger
      .db(TABLE.webhookEvent)
      .update({ created_at: new Date(Date.now() - 8 * DAY_MS) })

    expect(await purgeForeign()).toBe(1)
    expect(await rows()).toEqual([])
  })

  it.each(["payment_order.created", "payment_order.paid"])(
    "are finished as they are stored where the order's name shows it: %s",
    async (event) => {
      expect(await deliver(OTHER, event)).toMatchObject({
        status: "ignored",
        is_new: true,
      })
      expect(await deliver(OTHER, event)).toMatchObject({
        status: "ignored",
        is_new: false,
      })
      expect(await rows()).toMatchObject([
        { status: "ignored", body: null, next_attempt_at: null },
      ])
    }
  )

  it.each([undefined, "", "STPAY_01JABCDEFGHJKMNPQRSTVWXYZ0", "stpay_cut"])(
    "are looked up where their order could be ours: %s",
    async (order_no) => {
      const data = { ...(order_no === undefined ? {} : { order_no }) }
      const webhookEvent = await reportPaid(data)
      expect(webhookEvent.status).toBe("received")
    }
  )

  it("are looked up where the metadata could name a payment of ours", async () => {
    const data = { order_no: OTHER, metadata: { payment_id: "stpay_1" } }
    const webhookEvent = await reportPaid(data)
    expect(webhookEvent.status).toBe("received")
  })

  it("are looked up where the gateway's id is of a payment of ours, in any spelling", async () => {
    await pendingPayment(ledger)
    await ledger.db(TABLE.payment).update({ gateway_id: `order-${OTHER}` })
    const data = { order_no: OTHER, order_id: `ORDER-${OTHER}` }
    const webhookEvent = await reportPaid(data)
    expect(await rows()).toMatchObject([
      {
        id: webhookEvent.id,
        status: "received",
        error: null,
        body: expect.stringContaining(OTHER),
      },
    ])
  })

  it("are one row per body, and classified again each time", async () => {
    const first = await deliver("stpay_01JABCDEFGHJKMNPQRSTVWXYZ0")
    const again = await deliver("stpay_01JABCDEFGHJKMNPQRSTVWXYZ0")

    expect(again).toMatchObject({ id: first.id, is_new: false })
    expect(await rows()).toMatchObject([{ status: "ignored", body: null }])
  })

  it("restore their body when the payment is back, such as after a restored backup", async () => {
    const lost = "stpay_01JABCDEFGHJKMNPQRSTVWXYZ0"
    await deliver(lost)
    expect(await rows()).toMatchObject([{ body: null }])
    await pendingPayment(ledger, { ...newPayment({ id: lost }) })
    await ledger.db(TABLE.payment).update({ gateway_id: `order-${lost}` })

    await deliver(lost)

    expect(await rows()).toMatchObject([
      { status: "processed", body: expect.stringContaining(lost) },
    ])
    expect(await ledger.db(TABLE.payment).first()).toMatchObject({
      status: "cancelled",
    })
  })

  it("are distinguished from webhooks about own payments, which stay whole", async () => {
    const { id } = await pendingPayment(ledger)
    await ledger.db(TABLE.payment).update({ gateway_id: `order-${id}` })
    await deliver(id, "payment_order.strange")

    expect(await rows()).toMatchObject([
      {
        status: "ignored",
        payment_id: id,
        body: expect.stringContaining(id),
      },
    ])
    await ledger
      .db(TABLE.webhookEvent)
      .update({ created_at: new Date(Date.now() - 8 * DAY_MS) })
    expect(await purgeForeign()).toBe(0)
  })
})
