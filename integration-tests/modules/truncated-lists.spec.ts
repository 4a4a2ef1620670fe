import type { ListRequest } from "../../src/modules/stablecoin/repository/lists/listing"
import { listExceptions } from "../../src/modules/stablecoin/repository/lists/list-open-items"
import { type TestLedger, ledgerTest } from "../setup/module/test-ledger"

/** Maximum of rows that a list reads for a filter without an index. */
const READ = 50_000

/** Open exceptions, one per second; the oldest are of another payment. */
async function fill({ db }: TestLedger, rows: number, oldest: number) {
  await db.raw(
    `INSERT INTO stablecoin_exception
       (id, key, payment_id, kind, reason, message, created_at)
     SELECT 'stexc_' || i, 'exception ' || i,
       CASE WHEN i <= ${oldest} THEN 'stpay_oldest' ELSE 'stpay_newer' END,
       'webhook_problem', 'unreadable', 'You hold money.', now() - make_interval(secs => ${rows} - i)
     FROM generate_series(1, ${rows}) AS i`
  )
}

const read = (
  payment_id: string,
  direction: "asc" | "desc" = "desc"
): ListRequest => ({
  where: { payment_id: [payment_id], status: ["open"] },
  sort: { by: "created_at", direction },
  limit: 20,
  offset: 0,
})

ledgerTest((ledger) => {
  it("a list that can't read all rows reports that there may be more, and counts at least those shown", async () => {
    await fill(ledger, READ + 10, 10)

    const none = await listExceptions(ledger.db, read("stpay_unknown"))
    expect(none).toEqual({ ids: [], count: 0, count_exceeded: true })
    const oldestFirst = await listExceptions(
      ledger.db,
      read("stpay_oldest", "asc")
    )
    expect(oldestFirst).toMatchObject({
      ids: Array.from({ length: 10 }, (_, index) => `stexc_${index + 1}`),
      count: 10,
      count_exceeded: true,
    })
  })

  it("a list that reads all rows has their exact count", async () => {
    await fill(ledger, READ, 10)
    expect(await listExceptions(ledger.db, read("stpay_oldest"))).toMatchObject(
      {
        count: 10,
        count_exceeded: false,
      }
    )
  })
})
