import { encodeTime } from "ulid"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import type { RefundRequest } from "../../src/modules/stablecoin/repository/refunds/refunds"
import { TABLE } from "../../src/modules/stablecoin/repository/tables"
import { fillPayments, SERIAL } from "../../tools/harness/postgres/big-ledger"
import { recordMissedRefunds } from "../../src/workflows/reconcile-payments"
import { ledgerTest } from "../setup/module/test-ledger"
import { plansOf } from "../setup/postgres/plans"

const MINUTE_MS = 60_000
/** One every ten minutes, for more than half a year. */
const REFUNDS = 30_000
const NOW = Date.now()

ledgerTest((ledger) => {
  /** Refunds that a pass would record, in order. */
  const passes = () => {
    const recorded: string[] = []
    const stablecoin = {
      repository: repositoryOf(ledger.db),
      refunds: {
        record: async ({ medusa_refund_id }: RefundRequest) => {
          recorded.push(String(medusa_refund_id))
          return { nothing: true }
        },
      },
    } as unknown as Parameters<typeof recordMissedRefunds>[0]
    return { recorded, pass: () => recordMissedRefunds(stablecoin) }
  }
  const madeAt = (index: number) =>
    new Date(NOW - (REFUNDS - index) * 10 * MINUTE_MS)
  const idOf = (index: number) =>
    `ref_${encodeTime(madeAt(index).getTime(), 10)}${String(index).padStart(16, "0")}`
  /** Fills the ledger with all refunds but the missed ones. */
  const fill = async (missed: readonly number[]) => {
    const { db } = ledger
    const indexes = Array.from({ length: REFUNDS }, (_, index) => index + 1)
    await fillPayments(db, REFUNDS)
    await db(TABLE.payment).update({ amount: "12.50" })
    await db.raw(
      `INSERT INTO payment (id, payment_session_id, amount, captured_at)
       SELECT 'pay_' || i, 'payses_' || ${SERIAL}, 12.50, now() FROM generate_series(1, ${REFUNDS}) AS i`
    )
    await db.raw(
      `INSERT INTO refund (id, payment_id, raw_amount, created_at)
       SELECT id, 'pay_' || i, '{"value": "2.50"}', at
       FROM unnest(?::text[], ?::int[], ?::timestamptz[]) AS made (id, i, at)`,
      [indexes.map(idOf), indexes, indexes.map(madeAt)]
    )
    await db.raw(
      `INSERT INTO ${TABLE.refund}
         (id, deposit_id, payment_id, medusa_refund_id, amount, allocated, currency, cart_amount, cart_currency, status)
       SELECT 'stref_' || id, 'stdep_' || i, 'stpay_' || ${SERIAL}, id, '2.50', '2.50', 'USDT', '2.50', 'usd', 'sent'
       FROM unnest(?::text[], ?::int[]) AS made (id, i)
       WHERE NOT i = ANY(?)`,
      [indexes.map(idOf), indexes, [...missed]]
    )
    await db.raw(
      `INSERT INTO capture (id, payment_id, amount, created_at)
       SELECT 'capt' || substr(id, 4), 'pay_' || i, 12.50, at
       FROM unnest(?::text[], ?::int[], ?::timestamptz[]) AS made (id, i, at)`,
      [indexes.map(idOf), indexes, indexes.map(madeAt)]
    )
    for (const table of [
      "refund",
      "capture",
      "payment",
      TABLE.refund,
      TABLE.payment,
    ]) {
      await db.raw("VACUUM ANALYZE ??", [table])
    }
  }

  const recent = REFUNDS - 6

  it("finds a refund that the ledger lacks, among any number of older ones", async () => {
    await fill([recent])
    const { recorded, pass } = passes()

    const plan = await plansOf(ledger.db, pass)

    expect(recorded).toEqual([idOf(recent)])
    expect(plan.scanned.filter((table) => table !== TABLE.exception)).toEqual(
      []
    )
    // 1,008 of the last week, each with its ledger rows, and their captures.
    expect(plan.rows).toBeLessThan(12_000)
  })
})
