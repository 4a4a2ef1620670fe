import { get, type IncomingMessage } from "node:http"
import { AdminOperations } from "../setup/admin/admin-api"
import { copyPayment } from "../setup/store/copy-payment"
import { writeRefundDue } from "../setup/store/refund-due"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import { rowsOf } from "../setup/admin/csv-rows"

type Row = Record<string, unknown>

/** More rows than an export reads at once. */
const MANY = 10_000

/** A page of an export is read by such a statement. */
const READS_PAGE = /unnest\(CAST\(.* AS text\[\]\)\) WITH ORDINALITY/

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  it("exports payments with exact amounts, UTC times, and no formulas", async () => {
    const paid = await store.openPayment("onchain")
    await store.sandbox.pay({ orderNo: paid.id })
    const wrong = await store.openPayment("hosted")
    await store.report(wrong, { amount: 9.99 })
    const db = store.db
    await store.changePayment(paid.id, {
      net_amount: "12.3",
      reference: '=HYPERLINK("http://evil","a, b")',
      created_at: "2026-02-03T04:05:06.789+02:00",
    })
    await db("customer").update({ email: "+eve@example.com" })
    const { payment } = (await api.get(`payments/${paid.id}`)).body

    const response = await api.fetchExport("payments/export?order=created_at")

    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="stablecoin-payments-\d{4}-\d\d-\d\d\.csv"$/
    )
    const text = Buffer.from(await response.arrayBuffer()).toString("utf8")
    expect(text).toMatch(
      /^\uFEFFid,order_number,status,mode,rail,network,coin,/
    )
    expect(text).toContain(`,"'=HYPERLINK(""http://evil"",""a, b"")",`)
    expect(text.endsWith("\r\n")).toBe(true)
    expect(rowsOf(text)).toEqual([
      expect.objectContaining({
        id: paid.id,
        order_number: String((payment.order as Row).display_id),
        status: "paid",
        mode: "test",
        rail: "onchain",
        network: "POLYGON",
        coin: "USDT",
        amount_due: "12.50",
        received: "12.50",
        other_money: "",
        net: "12.3",
        fee: "0.20",
        transaction_hash: payment.tx_hash,
        pay_to_address: payment.destination_address,
        created_at: "2026-02-03T02:05:06.789Z",
        paid_at: new Date(String(payment.paid_at)).toISOString(),
        customer_email: "'+eve@example.com",
        cart_amount: "12.50",
        cart_currency: "USD",
        order_id: payment.order_id,
        gateway_id: payment.gateway_id,
      }),
      expect.objectContaining({
        id: wrong.id,
        order_number: "",
        status: "pending",
        amount_due: "12.50",
        received: "",
        other_money: "9.99 USDT",
        net: "",
        fee: "",
        transaction_hash: "",
        paid_at: "",
      }),
    ])
  })

  it("exports refunds with the reason as text", async () => {
    const { id } = await store.buy("onchain")
    await writeRefundDue(store, id, "@SUM(1), twice")
    const { refunds } = (await api.get("refunds")).body

    for (const query of ["", "?status=due&q=buyer@example.com", "?q=twice"]) {
      expect(await api.readExport(`refunds/export${query}`)).toEqual([
        expect.objectContaining({
          id: refunds[0]!.id,
          payment_id: id,
          order_number: String((refunds[0]!.order as Row).display_id),
          status: "due",
          coin: "USDT",
          network: "POLYGON",
          amount: "12.50",
          reason: "'@SUM(1), twice",
          customer_email: "buyer@example.com",
          sent_at: "",
        }),
      ])
    }
  })

  it("exports all pages of a list, in its order", async () => {
    const { id } = await store.openPayment("hosted")
    await copyPayment(store, id, 600)
    const since = new Date(Date.now() - 200_000).toISOString()
    for (const query of [
      "",
      "order=created_at",
      "order=-amount",
      "order=-paid_at",
      `created_at[$gte]=${since}&order=amount`,
    ]) {
      const listed = await api.get(`payments?limit=1000&${query}`)
      const exported = await api.readExport(`payments/export?${query}`)
      expect(exported.length).toBeGreaterThan(300)
      expect({ query, ids: exported.map((row) => row.id) }).toEqual({
        query,
        ids: listed.body.payments.map((row) => row.id),
      })
    }
  })

  it("stops when the client hangs up, and keeps no connection", async () => {
    const { id } = await store.openPayment("hosted")
    await copyPayment(store, id, MANY)
    const db = store.db
    let pages = 0
    const count = ({ sql }: { sql: string }) => {
      pages += READS_PAGE.test(sql) ? 1 : 0
    }
    const cookie = await api.admin.openSession()
    db.on("query", count)
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(
          `${store.url}/admin/stablecoin/payments/export`,
          { headers: { cookie } },
          resolve
        ).on("error", reject)
      })
      response.destroy()

      expect(await api.readExport("payments/export")).toHaveLength(MANY + 1)
      const whole = Math.ceil((MANY + 1) / 250)
      expect(pages).toBeGreaterThanOrEqual(whole)
      expect(pages).toBeLessThan(1.5 * whole)
    } finally {
      db.off("query", count)
    }
    const { pool } = db.client as { pool: { numUsed(): number } }
    await waitFor("free connections", () =>
      Promise.resolve(pool.numUsed() === 0)
    )
  })
})
