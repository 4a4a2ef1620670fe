import type { Imbalance } from "../../src/ledger"
import { listImbalances } from "../../src/modules/stablecoin/repository/medusa/imbalances"
import { TABLE } from "../../src/modules/stablecoin/repository/tables"
import {
  fillPayments,
  fillTable,
  SERIAL,
  serial,
} from "../../tools/harness/postgres/big-ledger"
import { ledgerTest } from "../setup/module/test-ledger"
import { plansOf } from "../setup/postgres/plans"

const PAYMENTS = 30_000
/** Read by a health check. */
const NEWEST = 5_000

ledgerTest((ledger) => {
  /** Each payment has its deposit, its capture and its order. */
  const fill = async () => {
    const { db } = ledger
    await fillPayments(db, PAYMENTS)
    await db(TABLE.payment).update({
      status: "paid",
      amount: "12.50",
      cart_amount: "12.50",
      deposit_id: db.raw("'stdep' || substr(id, 6)"),
    })
    await db(TABLE.schedule).update({ next_reconcile_at: null })
    await db.raw("VACUUM FULL ANALYZE ??", [TABLE.payment])
    await db.raw("VACUUM FULL ANALYZE ??", [TABLE.schedule])
    const rows: Record<string, string> = {
      [TABLE.deposit]: `(id, payment_id, rail, amount, currency, chain,
          gateway_reference, arrived_at, confirmed_at, created_at, updated_at)
        SELECT deposit_id, id, rail, amount, currency, chain, gateway_id,
          created_at, created_at, created_at, created_at FROM ${TABLE.payment}`,
      [TABLE.allocation]: `(id, deposit_id, kind, amount, created_at)
        SELECT 'stall' || substr(id, 6), deposit_id, 'capture', amount, created_at
        FROM ${TABLE.payment}`,
      payment: `(id, payment_session_id, payment_collection_id, amount, captured_at)
        SELECT 'pay_' || id, session_id, payment_collection_id, 12.50, now()
        FROM ${TABLE.payment}`,
      capture: `(id, payment_id, amount)
        SELECT 'capt_' || id, 'pay_' || id, 12.50 FROM ${TABLE.payment}`,
      order_payment_collection: `(order_id, payment_collection_id)
        SELECT 'order_' || ${SERIAL}, 'pay_col_' || ${SERIAL}
        FROM generate_series(1, ${PAYMENTS}) AS i`,
      order: `(id, currency_code)
        SELECT 'order_' || ${SERIAL}, 'usd' FROM generate_series(1, ${PAYMENTS}) AS i`,
      order_summary: `(id, order_id, totals)
        SELECT 'ordsum_' || id, id, '{"current_order_total": 12.5}' FROM "order"`,
    }
    for (const [table, insert] of Object.entries(rows)) {
      await fillTable(db, table, `INSERT INTO "${table}" ${insert}`)
    }
  }
  const soon = new Date(Date.now() + 3_600_000)

  it("finds the oldest unbalanced deposit, and an order with two payments once, and reads the newest by their indexes", async () => {
    const { db } = ledger
    await fill()
    await db(TABLE.deposit).insert({
      id: `stdep_${serial(0)}`,
      rail: "onchain",
      amount: "25.00",
      currency: "USDT",
      arrived_at: new Date(),
      seen_at: new Date(),
      destination_address: "0xunused",
    })
    const order_id = `order_${serial(PAYMENTS - NEWEST)}`
    await db("order_payment_collection")
      .where({ payment_collection_id: `pay_col_${serial(1)}` })
      .update({ order_id })

    expect(await listImbalances(db, soon)).toMatchObject([
      { key: `stdep_${serial(0)}:unallocated:25/0` },
      {
        key: `${order_id}:overpaid:25/12.5`,
        payment_id: `stpay_${serial(PAYMENTS - NEWEST)}`,
      },
    ])
    const found: Imbalance[] = []
    const plan = await plansOf(db, async () => {
      found.push(...(await listImbalances(db, soon, { newest: NEWEST })))
    })
    expect(found).toEqual([])
    expect(plan.scanned.filter((table) => table !== TABLE.exception)).toEqual(
      []
    )
    expect(plan.rows).toBeLessThan(NEWEST * 20)
  })
})
