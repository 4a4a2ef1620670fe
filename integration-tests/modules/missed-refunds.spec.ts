import { Reconciliation } from "../../src/modules/stablecoin/payments/reconciliation"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { refundIdAt } from "../../src/modules/stablecoin/repository/medusa/missed-refunds"
import type { RefundRequest } from "../../src/modules/stablecoin/repository/refunds/refunds"
import { TABLE } from "../../src/modules/stablecoin/repository/tables"
import { fillPayments, SERIAL } from "../../tools/harness/postgres/big-ledger"
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
    const reconciliation = new Reconciliation({
      repository: repositoryOf(ledger.db),
      recordRefund: async ({ medusa_refund_id }: RefundRequest) => {
        recorded.push(String(medusa_refund_id))
        return { nothing: true }
      },
    } as unknown as ConstructorParameters<typeof Reconciliation>[0])
    return { recorded, pass: () => reconciliation.recordMissedRefunds() }
  }
  const madeAt = (index: number) =>
    new Date(NOW - (REFUNDS - index) * 10 * MINUTE_MS)
  const idOf = (index: number) =>
    `${refundIdAt(madeAt(index))}${String(index).padStart(16, "0")}`
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
         (id, deposit_id, payment_id, medusa_refund_id, amount, currency, cart_amount, cart_currency, status)
       SELECT 'stref_' || id, 'stdep_' || i, 'stpay_' || ${SERIAL}, id, '2.50', 'USDT', '2.50', 'usd', 'sent'
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
  const old = 1_200

  it("finds a new refund that the ledger lacks immediately, and an old one on a walk, among any number", async () => {
    await fill([recent, old])
    const { recorded, pass } = passes()

    const plan = await plansOf(ledger.db, pass)

    expect(recorded).toEqual([idOf(recent)])
    expect(plan.scanned.filter((table) => table !== TABLE.exception)).toEqual(
      []
    )
    // 144 of the last day and 500 older ones, each with its ledger rows.
    expect(plan.rows).toBeLessThan(6_000)

    await ledger
      .db("refund")
      .where({ id: idOf(recent) })
      .delete()
    await pass()
    await pass()
    expect(recorded).toEqual([idOf(recent), idOf(old)])
  })
})
