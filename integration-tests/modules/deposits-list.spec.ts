import { DEPOSITS } from "../../src/modules/stablecoin/repository/lists/deposits"
import type { ListRequest } from "../../src/modules/stablecoin/repository/lists/list"
import {
  findNext,
  findPage,
  type Position,
} from "../../src/modules/stablecoin/repository/lists/read-lists"
import { type TestLedger, ledgerTest } from "../setup/module/test-ledger"
import { plansOf } from "../setup/postgres/plans"

const COUNT = 20_000

/** Captured deposits, except one without a use and one that is used in part. */
async function fill({ db }: TestLedger) {
  await db.raw(
    `INSERT INTO stablecoin_deposit
       (id, rail, amount, currency, chain, tx_hash, log_index, sender,
        arrived_at, created_at)
     SELECT 'stdep_' || n, 'onchain', '12.5', 'USDT', 'POLYGON', '0x' || md5(n::text),
       0, '0x' || md5('from' || n), now(), now() - make_interval(secs => n)
     FROM generate_series(1, ${COUNT}) AS n;
     INSERT INTO stablecoin_allocation (id, deposit_id, kind, amount)
     SELECT 'stall_' || n, 'stdep_' || n, 'capture',
       CASE n WHEN ${COUNT} THEN '12.49' ELSE '12.50' END
     FROM generate_series(2, ${COUNT}) AS n;
     ANALYZE stablecoin_deposit; ANALYZE stablecoin_allocation`
  )
}

const request = (changes: Partial<ListRequest> = {}): ListRequest => ({
  where: {},
  sort: { by: "created_at", direction: "desc" },
  limit: 20,
  offset: 0,
  ...changes,
})

ledgerTest((ledger) => {
  it("unallocated money is found among any number of used deposits, also a rest of a cent", async () => {
    await fill(ledger)
    const unallocated = request({ where: { has_rest: ["true"] } })

    expect(await findPage(ledger.db, DEPOSITS, unallocated)).toEqual({
      ids: ["stdep_1", `stdep_${COUNT}`],
      count: 2,
      count_exceeded: false,
    })
  })

  it("a page and a search read few rows, through indexes", async () => {
    await fill(ledger)
    const [hash, sender] = (await ledger
      .db("stablecoin_deposit")
      .where({ id: "stdep_777" })
      .first()
      .then(({ tx_hash, sender }) => [tx_hash, sender])) as [string, string]

    for (const [what, ids] of [
      [request({ q: hash }), ["stdep_777"]],
      [request({ q: sender.toUpperCase().replace("0X", "0x") }), ["stdep_777"]],
      [request({ q: "stdep_7777" }), ["stdep_7777"]],
      [request({ offset: 4, limit: 1 }), ["stdep_5"]],
    ] as const) {
      let found: unknown
      const plan = await plansOf(ledger.db, async () => {
        found = await findPage(ledger.db, DEPOSITS, what)
      })
      expect(found).toMatchObject({ ids })
      expect(plan.scanned).toEqual([])
      // A page counts as well.
      expect(plan.rows).toBeLessThan(what.q ? 100 : 2 * COUNT + 1)
    }
  })

  it("an export walks all deposits once, in order", async () => {
    await fill(ledger)
    const next = async (...page: [after: Position | null, limit: number]) =>
      await findNext(ledger.db, DEPOSITS, request(), ...page)
    const first = await next(null, 3)
    const second = await next(first.at(-1) ?? null, 2)

    expect([...first, ...second].map(({ id }) => id)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `stdep_${n}`)
    )
  })
})
