import {
  ledgerTest,
  newPayment,
  pendingPayment,
  type TestLedger,
} from "../setup/module/test-ledger"
import { waitForLocks } from "../setup/module/test-database"
import { reschedule } from "../../src/modules/stablecoin/repository/schedules/schedule"
import { job } from "../../src/health/checks/ledger"
import { context } from "../setup/store/health-context"
import { readScheduled, schedules } from "../setup/store/schedule"

const LEASE_MS = 60_000
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `stpay_${index}`)

/** Creates payments whose reconciliation is due. */
async function duePayments(ledger: TestLedger, count: number): Promise<void> {
  for (const id of ids(count)) {
    const { session_id, rail } = await ledger.service.starts.open(
      newPayment({ id }),
      await ledger.service.settings.effective()
    )
    await ledger.service.schedules.scheduleReconcile({ session_id, rail })
  }
}

function claimIds(
  { service }: TestLedger,
  owner: string,
  limit: number
): Promise<string[]> {
  return service.schedules
    .claimDue({ owner, limit, leaseMs: LEASE_MS })
    .then((claimed) => claimed.map(({ id }) => id))
}

ledgerTest((ledger) => {
  const scheduledPayment = async () =>
    await readScheduled(ledger.db, await pendingPayment(ledger))

  it("two concurrent claimers never get the same payment", async () => {
    await duePayments(ledger, 30)

    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        claimIds(ledger, `claimer-${index}`, 5)
      )
    )

    const claimed = claims.flat()
    expect(new Set(claimed).size).toBe(claimed.length)
    expect(claims.every((each) => each.length <= 5)).toBe(true)
    const left = await claimIds(ledger, "last", 100)
    expect([...claimed, ...left].sort()).toEqual(ids(30).sort())
    expect(await claimIds(ledger, "late", 100)).toEqual([])
  })

  it("a claimer does not wait for payments that another one is claiming", async () => {
    await duePayments(ledger, 10)
    const held = ids(4)

    const trx = await ledger.db.transaction()
    await schedules(trx).whereIn("payment_id", held).forUpdate().select()
    const free = await claimIds(ledger, "quick", 100)
    await trx.rollback()

    expect(free.sort()).toEqual(ids(10).filter((id) => !held.includes(id)))
    expect((await claimIds(ledger, "later", 100)).sort()).toEqual(held)
  })

  it("claims no more than its limit, the longest due first, and none that is not due", async () => {
    await pendingPayment(ledger, { id: "stpay_later" })
    expect(await claimIds(ledger, "early", 10)).toEqual([])
    await duePayments(ledger, 8)
    await schedules(ledger.db)
      .where({ payment_id: "stpay_7" })
      .update({ next_reconcile_at: new Date(0) })

    const claimed = await claimIds(ledger, "small", 3)
    expect(claimed).toHaveLength(3)
    expect(claimed).toContain("stpay_7")
  })

  it("a payment whose claimer died is claimed again after its lease", async () => {
    await duePayments(ledger, 1)
    expect(await claimIds(ledger, "dies", 10)).toEqual(["stpay_0"])
    expect(await claimIds(ledger, "early", 10)).toEqual([])
    await schedules(ledger.db).update({ leased_until: new Date(0) })
    expect(await claimIds(ledger, "heir", 10)).toEqual(["stpay_0"])
  })

  it("a finished reconciliation schedules the next one and releases the lease", async () => {
    await duePayments(ledger, 1)
    const [seen] = await ledger.service.schedules.claimDue({
      owner: "me",
      limit: 1,
      leaseMs: LEASE_MS,
    })
    const next = new Date(Date.now() + 3_600_000)

    await ledger.service.schedules.finish([{ seen: seen!, next }])

    const [row] = await schedules(ledger.db)
    expect(row).toMatchObject({
      next_reconcile_at: next,
      reconcile_attempts: 1,
      lease_owner: null,
      leased_until: null,
    })
  })

  it("a finished reconciliation that found the order waits for a fact about its payment, and neither fails", async () => {
    const seen = await scheduledPayment()
    const { id } = seen
    const at = new Date(Date.now() + 3_600_000)
    const trx = await ledger.db.transaction()
    await trx("stablecoin_payment").where({ id }).forUpdate().first("id")

    const finished = ledger.service.schedules.finish([
      { seen, next: null, order_id: "order_1" },
    ])
    await waitForLocks(ledger.db)
    await reschedule(trx, [id], at)
    await trx.commit()
    await finished

    expect(await readScheduled(ledger.db, seen)).toMatchObject({
      order_id: "order_1",
      next_reconcile_at: at,
    })
  })

  it.each([
    [9, "ok", "on_time"],
    [11, "error", "late"],
  ])(
    "health tells of a payment that no worker reconciles for %i minutes: %s",
    async (minutes, status, code) => {
      await duePayments(ledger, 1)
      await schedules(ledger.db).update({
        next_reconcile_at: new Date(Date.now() - minutes * 60_000),
      })
      const stablecoin = ledger.service
      expect(await job.run(context({}, { stablecoin }))).toMatchObject({
        status,
        code,
      })
    }
  )

  it.each([
    ["that is paid, since its order may lack the money", "paid", true],
    ["that is cancelled", "cancelled", false],
  ])(
    "money of a payment that is released concerns another one of its order %s",
    async (_, status, concerned) => {
      const payment_collection_id = "pay_col_shared"
      const shared = { payment_collection_id, cart_id: null }
      const moved = await pendingPayment(ledger, shared)
      const other = await pendingPayment(ledger, { id: "stpay_2", ...shared })
      await ledger.db("stablecoin_payment").update({ status })
      await schedules(ledger.db).update({ next_reconcile_at: null })

      const ids = await ledger.service.schedules.reconcileSiblings(moved, true)

      expect(ids).toEqual(concerned ? [other.id] : [])
      const { next_reconcile_at } = await readScheduled(ledger.db, other)
      expect(next_reconcile_at !== null).toBe(concerned)
    }
  )

  it("a finished reconciliation records the order that it found, and a later one keeps it", async () => {
    const seen = await scheduledPayment()

    await ledger.service.schedules.finish([
      { seen, next: null, order_id: "order_1" },
    ])
    const noted = await readScheduled(ledger.db, seen)
    expect(noted).toMatchObject({
      order_id: "order_1",
      next_reconcile_at: null,
    })

    await ledger.service.schedules.finish([{ seen: noted, next: null }])
    expect(await ledger.service.payments.find({ id: seen.id })).toMatchObject({
      order_id: "order_1",
    })
  })

  it("a payment whose schedule was lost gets one with its next fact", async () => {
    const { id } = await scheduledPayment()
    await schedules(ledger.db).delete()

    await ledger.service.payments.apply(id, { kind: "cancelled" }, "webhook")

    expect(await readScheduled(ledger.db, { id })).toMatchObject({
      reconcile_attempts: 0,
      next_reconcile_at: expect.any(Date),
    })
  })

  it("a finished reconciliation leaves a payment due whose session was deleted or whose state has changed since", async () => {
    const seen = await scheduledPayment()
    await ledger.service.schedules.scheduleReconcile(seen)
    const due = await readScheduled(ledger.db, seen)
    await ledger.service.schedules.finish([{ seen, next: null }])

    await ledger.service.schedules.finish([
      { seen: { ...due, status: "creating" }, next: null },
    ])
    expect(await claimIds(ledger, "next", 10)).toEqual([seen.id])

    const claimed = await readScheduled(ledger.db, seen)
    await ledger.service.schedules.finish([
      { seen: { ...claimed, status: "creating" }, next: null },
    ])
    expect(await claimIds(ledger, "last", 10)).toEqual([seen.id])
  })

  it("a finished reconciliation leaves the lease to a newer one", async () => {
    const seen = await scheduledPayment()
    await ledger.service.schedules.scheduleReconcile(seen)
    expect(await claimIds(ledger, "began", 10)).toEqual([seen.id])

    await ledger.service.schedules.finish([{ seen, next: null }])

    expect(await claimIds(ledger, "third", 10)).toEqual([])
    expect(await readScheduled(ledger.db, seen)).toMatchObject({
      lease_owner: "began",
    })
  })

  it.each([
    ["a change of state", { kind: "cancelled" } as const],
    ["a returned buyer", { kind: "returned", result: "success" } as const],
  ])(
    "a finished reconciliation keeps %s that arrived meanwhile",
    async (_, fact) => {
      const seen = await scheduledPayment()
      await ledger.service.payments.apply(seen.id, fact, "webhook")
      const { next_reconcile_at } = await readScheduled(ledger.db, seen)

      await ledger.service.schedules.finish([{ seen, next: null }])

      expect(next_reconcile_at).not.toBeNull()
      expect(await readScheduled(ledger.db, seen)).toMatchObject({
        next_reconcile_at,
      })
    }
  )

  it("a payment that Medusa cancels in each failed attempt keeps its attempts and their pauses", async () => {
    const seen = await scheduledPayment()
    const service = ledger.service.schedules
    for (let attempts = 1; attempts <= 5; attempts++) {
      await schedules(ledger.db)
        .where({ payment_id: seen.id })
        .update({ next_reconcile_at: new Date() })
      const [claimed] = await service.claimDue({
        owner: "job",
        limit: 1,
        leaseMs: LEASE_MS,
      })
      const before = Date.now()

      await service.scheduleAfterMedusa(seen)
      await service.finish([{ seen: claimed!, next: null }])

      const after = await readScheduled(ledger.db, seen)
      expect(after).toMatchObject({
        reconcile_attempts: attempts,
        lease_owner: null,
      })
      const pause = Number(after.next_reconcile_at) - before
      expect(pause).toBeGreaterThanOrEqual(attempts < 5 ? 60_000 : 15 * 60_000)
    }
  })

  it("a payment that is settled is reconciled again after Medusa cancelled it", async () => {
    const seen = await scheduledPayment()
    await ledger.service.schedules.finish([{ seen, next: null }])

    await ledger.service.schedules.scheduleAfterMedusa(seen)

    expect(await readScheduled(ledger.db, seen)).toMatchObject({
      reconcile_attempts: 0,
      next_reconcile_at: expect.any(Date),
    })
  })

  it("a buyer who tries to complete again and again does not postpone the next attempt", async () => {
    const { id } = await scheduledPayment()
    const due = new Date(Date.now() + 5_000)
    await schedules(ledger.db)
      .where({ payment_id: id })
      .update({ next_reconcile_at: due, reconcile_attempts: 4 })

    for (let tries = 0; tries < 3; tries++) {
      await ledger.service.schedules.scheduleAfterMedusa({ id })
    }

    expect(await readScheduled(ledger.db, { id })).toMatchObject({
      reconcile_attempts: 4,
      next_reconcile_at: due,
    })
  })

  it.each([
    ["that is settled", null, 0],
    ["that pauses for long", 3_600_000, 5],
  ])(
    "a payment %s is reconciled soon after Medusa authorized it",
    async (_, pause, reconcile_attempts) => {
      const { id } = await scheduledPayment()
      const next_reconcile_at =
        pause === null ? null : new Date(Date.now() + pause)
      await schedules(ledger.db)
        .where({ payment_id: id })
        .update({ next_reconcile_at, reconcile_attempts })

      await ledger.service.schedules.reconcileSoon({ id })

      const after = await readScheduled(ledger.db, { id })
      expect(after).toMatchObject({ reconcile_attempts })
      expect(Number(after.next_reconcile_at) - Date.now()).toBeLessThan(120_000)
    }
  )

  it("a payment that Medusa authorized while it was being reconciled is reconciled again soon", async () => {
    await duePayments(ledger, 1)
    const [seen] = await ledger.service.schedules.claimDue({
      owner: "me",
      limit: 1,
      leaseMs: LEASE_MS,
    })

    await ledger.service.schedules.reconcileSoon(seen!)
    const next = new Date(Date.now() + 3_600_000)
    await ledger.service.schedules.finish([{ seen: seen!, next }])

    const after = await readScheduled(ledger.db, seen!)
    expect(after.lease_owner).toBeNull()
    expect(Number(after.next_reconcile_at) - Date.now()).toBeLessThan(120_000)
  })

  it("a payment that is reconciled within a minute anyway keeps its time", async () => {
    const { id } = await scheduledPayment()
    const due = new Date(Date.now() + 5_000)
    await schedules(ledger.db)
      .where({ payment_id: id })
      .update({ next_reconcile_at: due })

    await ledger.service.schedules.reconcileSoon({ id })

    expect(await readScheduled(ledger.db, { id })).toMatchObject({
      next_reconcile_at: due,
    })
  })

  it("another rail can't change a session's schedule", async () => {
    const payment = await scheduledPayment()
    await ledger.service.schedules.scheduleReconcile({
      ...payment,
      rail: "hosted",
    })
    expect(await readScheduled(ledger.db, payment)).toEqual(payment)
  })
})
