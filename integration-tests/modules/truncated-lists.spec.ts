import { EXCEPTIONS } from "../../src/modules/stablecoin/repository/lists/exceptions"
import {
  COUNTED_ROWS,
  type ListRequest,
} from "../../src/modules/stablecoin/repository/lists/list"
import { findPage } from "../../src/modules/stablecoin/repository/lists/read-lists"
import { type TestLedger, ledgerTest } from "../setup/module/test-ledger"

/** Open exceptions, one per second; the oldest are of another payment. */
async function fill({ db }: TestLedger, rows: number, oldest: number) {
  await db.raw(
    `INSERT INTO stablecoin_exception
       (id, key, payment_id, kind, reason, created_at)
     SELECT 'stexc_' || i, 'exception ' || i,
       CASE WHEN i <= ${oldest} THEN 'stpay_oldest' ELSE 'stpay_newer' END,
       'webhook_problem', 'unreadable', now() - make_interval(secs => ${rows} - i)
     FROM generate_series(1, ${rows}) AS i`
  )
}

const read = (
  where: ListRequest["where"],
  direction: "asc" | "desc" = "desc"
): ListRequest => ({
  where: { status: ["open"], ...where },
  sort: { by: "created_at", direction },
  limit: 20,
  offset: 0,
})

ledgerTest((ledger) => {
  it("a list has the exact count of the rows that match, among any number of others", async () => {
    await fill(ledger, 5 * COUNTED_ROWS, 10)

    expect(
      await findPage(
        ledger.db,
        EXCEPTIONS,
        read({ payment_id: ["stpay_oldest"] }, "asc")
      )
    ).toEqual({
      ids: Array.from({ length: 10 }, (_, index) => `stexc_${index + 1}`),
      count: 10,
      count_exceeded: false,
    })
    expect(
      await findPage(ledger.db, EXCEPTIONS, read({ payment_id: ["unknown"] }))
    ).toEqual({ ids: [], count: 0, count_exceeded: false })
  })

  it("a list counts 10,000 rows, and reports when there are more", async () => {
    await fill(ledger, COUNTED_ROWS, 0)
    const page = async () => await findPage(ledger.db, EXCEPTIONS, read({}))
    expect(await page()).toMatchObject({
      count: COUNTED_ROWS,
      count_exceeded: false,
    })
    await ledger.db.raw(
      `INSERT INTO stablecoin_exception (id, key, kind)
       VALUES ('stexc_new', 'new', 'paid_twice')`
    )
    const { ids, ...counted } = await page()
    expect(ids[0]).toBe("stexc_new")
    expect(counted).toEqual({ count: COUNTED_ROWS, count_exceeded: true })
  })
})
