import { withRule } from "../setup/module/test-ledger"
import { reconcile } from "../../src/workflows/reconcile-payments"
import {
  type Machine,
  machineTest,
  optionsFor,
  startPayments,
} from "../setup/module/processes"
import {
  failReads,
  pass,
  read,
  slowReads,
  TOO_MANY,
} from "../setup/module/reconciliation-pass"
import { schedules } from "../setup/store/schedule"
import { waitFor } from "../../tools/harness/wait-for"

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `p${index}`)

machineTest((machine: Machine) => {
  const payments = () => machine.db("stablecoin_payment")
  const planned = () => schedules(machine.db)
  const due = async (at = new Date()) => {
    await planned().update({ next_reconcile_at: at })
  }
  const leased = () => planned().whereNotNull("lease_owner")

  /** A store with open onchain payments, all of them due. */
  const open = async (
    count: number,
    options: Parameters<Machine["sandbox"]>[0] = {}
  ) => {
    const sandbox = await machine.sandbox(options)
    const store = optionsFor(sandbox, sandbox.credentials)
    const first = machine.process(store)
    const started = await startPayments(first, "onchain", names(count))
    await due()
    return { sandbox, first, second: machine.process(store), started }
  }

  it("a hundred unchanged payments cost seven statements and a hundred calls", async () => {
    const { sandbox, first } = await open(100)
    const statements: string[] = []
    first.db.on("query", ({ sql }: { sql: string }) => statements.push(sql))

    const startedAt = performance.now()
    const result = await pass(first)
    const seconds = Math.floor((performance.now() - startedAt) / 1000)

    expect(result).toEqual({
      reconciled: 100,
      read: 100,
      recovered: { paid: 0, cancelled: 0 },
      slowed: false,
      failures: [],
    })
    expect(read(sandbox)).toHaveLength(100)
    // Settings are cached for a second at most, so a slow pass re-reads them.
    const isOfSettings = (sql: string) => sql.includes("stablecoin_setting")
    const settings = statements.filter(isOfSettings)
    expect(statements.length - settings.length).toBeLessThanOrEqual(7)
    expect(settings.length).toBeLessThanOrEqual(1 + seconds)
    expect(await leased()).toEqual([])
    const next = await planned()
    expect(
      next.every(({ reconcile_attempts }) => reconcile_attempts === 1)
    ).toBe(true)
    expect(
      await planned().where("next_reconcile_at", ">", new Date())
    ).toHaveLength(100)
  })

  it("a pass without changes writes schedules and no payment", async () => {
    const { first } = await open(10)
    const versions = async () =>
      await payments().orderBy("id").select("id", machine.db.raw("xmin::text"))
    const before = await versions()

    expect(await pass(first)).toMatchObject({ reconciled: 10, read: 10 })

    expect(await versions()).toEqual(before)
  })

  it("reconciles a payment immediately that was made due in the database", async () => {
    const { sandbox, first } = await open(100)
    await planned().update({
      next_reconcile_at: machine.db.raw(
        "date_trunc('second', now()) - interval '1 microsecond'"
      ),
    })
    expect(await pass(first)).toMatchObject({ reconciled: 100, read: 100 })
    expect(read(sandbox)).toHaveLength(100)
  })

  it("stores, settles and counts what the gateway reports", async () => {
    const { sandbox, first, started } = await open(30)
    const [paid, cancelled, gone] = started.map(({ id }) => id)
    await sandbox.pay({ orderNo: paid! })
    await sandbox.cancel({ orderNo: cancelled! })
    await machine
      .db("payment_session")
      .where({ id: started[2]!.session_id })
      .update({ deleted_at: new Date() })

    const settled: string[] = []
    expect(await pass(first, settled)).toMatchObject({
      reconciled: 30,
      read: 30,
      recovered: { paid: 1, cancelled: 1 },
    })

    expect(settled.sort()).toEqual([paid, cancelled, gone].sort())
    expect(await payments().where({ id: paid }).first()).toMatchObject({
      status: "paid",
      tx_hash: expect.any(String),
    })
  })

  it("settles cancelled orders and expired payments", async () => {
    const { first, started } = await open(3)
    const [expired, orphaned] = started
    await payments()
      .where({ id: expired!.id })
      .update({ expires_at: new Date() })
    await machine.db("order").insert({ id: "order_1", status: "canceled" })
    await machine.db("order_payment_collection").insert({
      order_id: "order_1",
      payment_collection_id: orphaned!.payment_collection_id,
    })

    const settled: string[] = []
    await pass(first, settled)
    expect(settled.sort()).toEqual([expired!.id, orphaned!.id].sort())
  })

  it("one 429 in the middle slows the whole pass, and no payment is lost", async () => {
    const { sandbox, first, second } = await open(100)
    slowReads(sandbox, 0, 30)
    failReads(sandbox, 1_000, TOO_MANY)

    const result = await pass(first)

    const calls = read(sandbox).length
    expect(result.slowed).toBe(true)
    expect(calls).toBeLessThanOrEqual(30 + 20)
    expect(result).toMatchObject({ reconciled: 30, read: calls })
    // Unread payments are still due, for the next pass of any process.
    expect(await leased()).toEqual([])
    // As if they had not been claimed: no attempt is counted.
    const left = planned()
      .where("next_reconcile_at", "<=", new Date())
      .where({ reconcile_attempts: 0 })
    expect(await left.clone()).toHaveLength(70)

    await payments()
      .whereIn("id", left.clone().select("payment_id").limit(1))
      .update({ status: "paid" })
    const settled: string[] = []
    expect(await pass(first, settled)).toMatchObject({ reconciled: 1, read: 0 })
    expect(settled).toHaveLength(1)
    expect(read(sandbox)).toHaveLength(calls)

    // Another process finds out by its own 429.
    expect(await pass(second)).toMatchObject({ reconciled: 0, slowed: true })
  })

  it("neither other payments nor a slow gateway delay a paid one", async () => {
    const { sandbox, first, started } = await open(100)
    const paid = started[99]!
    await planned()
      .whereNot({ payment_id: paid.id })
      .update({ next_reconcile_at: new Date(0) })
    await payments().where({ id: paid.id }).update({ status: "paid" })
    slowReads(sandbox)

    const settled: string[] = []
    const running = pass(first, settled)
    await waitFor("the first calls", async () => read(sandbox).length === 20)
    await waitFor("the paid one", async () => settled.length > 0)
    expect(settled).toEqual([paid.id])
    expect(read(sandbox).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, () => null)
    )
    expect(await running).toMatchObject({ reconciled: 100 })
  })

  it("a gateway that is down loses nothing, and is one line in the log", async () => {
    const { sandbox, first } = await open(10)
    failReads(sandbox, 10)

    const { failures, reconciled } = await pass(first)

    expect(reconciled).toBe(10)
    expect(failures).toEqual([expect.stringMatching(/^10 payments could not/)])
    expect(await leased()).toEqual([])
    expect(await planned().whereNull("next_reconcile_at")).toEqual([])
    await due()
    expect(await pass(first)).toMatchObject({ read: 10, failures: [] })
  })

  it("expired payments whose chain hangs do not delay those whose paid webhook was lost", async () => {
    const { sandbox, first, started } = await open(12)
    const ids = started.map(({ id }) => id)
    const paid = ids.filter((_, index) => index % 2)
    const expired = ids.filter((id) => !paid.includes(id))
    await payments().whereIn("id", expired).update({ expires_at: new Date() })
    for (const id of paid) {
      await sandbox.pay({ orderNo: id })
    }
    let release = (): void => undefined
    const hanging = new Promise<void>((resolve) => (release = resolve))
    const settled: string[] = []
    const running = reconcile(first.service, async (id) => {
      if (expired.includes(id)) {
        await hanging
      }
      settled.push(id)
    })
    try {
      await waitFor("the paid ones", async () => settled.length === 6)
      expect(settled.sort()).toEqual(paid.sort())
    } finally {
      release()
      await running
    }
    expect(settled).toHaveLength(12)
  })

  it("a payment that can't be settled does not delay the others, and is retried", async () => {
    const { first, started } = await open(3)
    await machine.db("payment_session").delete()
    const { result, failures } = await reconcile(
      first.service,
      async () => await Promise.reject(new Error("Medusa is away"))
    )

    expect(result.reconciled).toBe(3)
    expect(failures).toEqual([
      expect.stringMatching(/^3 payments .* Medusa is away$/),
    ])
    expect(await leased()).toEqual([])
    expect(
      await planned().where("next_reconcile_at", ">", new Date())
    ).toHaveLength(started.length)
  })

  it("a 404 opens one exception, and cancels nothing", async () => {
    const { sandbox, first } = await open(1)
    await sandbox.reset()
    for (let time = 0; time < 2; time += 1) {
      await due()
      expect(await pass(first)).toMatchObject({ reconciled: 1, read: 1 })
    }
    expect(await payments().first()).toMatchObject({ status: "pending" })
    expect(await machine.db("stablecoin_exception")).toMatchObject([
      { kind: "unknown_at_gateway", status: "open" },
    ])
  })

  it("unprocessed webhooks are processed, and counted", async () => {
    const { first } = await open(0)
    await machine.db("stablecoin_webhook_event").insert(
      ["a", "b", "c"].map((id) => ({
        id,
        rail: "onchain",
        event: "payment_order.strange",
        digest: id,
        body:
          id === "b"
            ? "{}"
            : '{"event":"payment_order.strange","data":{"order_no":"another"}}',
        signed_for: "[]",
        status: "received",
        next_attempt_at: new Date(),
      }))
    )
    const { result, failures } = await reconcile(
      first.service,
      async () => undefined
    )

    expect(
      await machine.db("stablecoin_webhook_event").orderBy("id").pluck("status")
    ).toEqual(["ignored", "failed", "ignored"])
    expect(result.recovered).toEqual({ paid: 0, cancelled: 0 })
    expect(failures).toEqual([expect.stringMatching(/^1 webhooks .* is b: /)])
  })

  it("the gateway gets at most twenty concurrent calls", async () => {
    const { sandbox, first } = await open(130)
    slowReads(sandbox, 300, 60)
    const under = () => read(sandbox).filter(({ status }) => status === null)
    const running = pass(first)
    await waitFor("the first calls", async () => under().length === 20)
    expect(read(sandbox)).toHaveLength(20)
    expect(await running).toMatchObject({ reconciled: 130, read: 130 })
    expect(await leased()).toEqual([])
  })

  it("a pass at its time limit leaves the rest due, to the next one", async () => {
    const { sandbox, first } = await open(230)
    // Until the clock has moved, also on a busy machine.
    slowReads(sandbox)
    const running = pass(first)
    await waitFor("the first calls", async () => read(sandbox).length === 20)
    const later = performance.now() + 50_000
    const clock = jest.spyOn(performance, "now").mockReturnValue(later)
    try {
      expect(await running).toMatchObject({ reconciled: 20, read: 20 })
    } finally {
      clock.mockRestore()
    }
    expect(await leased()).toEqual([])
    expect(
      await planned()
        .where("next_reconcile_at", "<=", new Date())
        .where({ reconcile_attempts: 0 })
    ).toHaveLength(210)
    expect(await pass(first)).toMatchObject({ reconciled: 210, read: 210 })
    const paths = read(sandbox).map(({ path }) => path)
    expect(new Set(paths).size).toBe(230)
  })

  it("a pass ends all its work and throws when the database fails", async () => {
    const { sandbox, first } = await open(130)
    const rule = "next_reconcile_at < now() + interval '30 seconds'"
    await withRule(
      machine,
      { table: "stablecoin_schedule", rule },
      async () => {
        await expect(pass(first)).rejects.toThrow("forbidden_by_test")
        expect(read(sandbox)).toHaveLength(100)
      }
    )
    // The pass has stopped: its leases can be claimed once they expire.
    await planned().update({ leased_until: new Date(Date.now() - 1) })
    expect(await pass(first)).toMatchObject({ reconciled: 130, read: 130 })
  })
})
