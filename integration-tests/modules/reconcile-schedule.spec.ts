import type { Fact, ScheduledPayment } from "../../src/ledger"
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
    const { session_id, rail } = await ledger.service.payments.open(
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

function planOf(next: Date | null): string {
  const seconds = next && (Number(next) - Date.now()) / 1000
  if (seconds === null) {
    return "never"
  }
  const limits = { now: 1, "in 5 s": 5, soon: 120 }
  return (
    Object.entries(limits).find(([, most]) => seconds <= most)?.[0] ?? "later"
  )
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

  /** The schedule that the reconciliation of a payment has read. */
  let seen: ScheduledPayment
  const finish = async (next: Date | null, changes: object = {}) =>
    await ledger.service.schedules.finish([
      { seen: { ...seen, ...changes }, next },
    ])
  const plan = async (seconds: number | null, reconcile_attempts = 0) => {
    const next_reconcile_at =
      seconds === null ? null : new Date(Date.now() + seconds * 1000)
    await schedules(ledger.db).update({ next_reconcile_at, reconcile_attempts })
  }
  const apply = async (fact: Fact) =>
    await ledger.service.payments.apply(seen.id, fact, "webhook")
  const STEPS = {
    "plan in an hour": () => plan(3600, 5),
    "plan in 5 s": () => plan(5, 4),
    "plan nothing": () => plan(null),
    "claim by another": () => claimIds(ledger, "other", 10),
    claim: async () => {
      const [claimed] = await ledger.service.schedules.claimDue({
        owner: "me",
        limit: 1,
        leaseMs: LEASE_MS,
      })
      seen = claimed!
    },
    "delete the session": () =>
      ledger.service.schedules.scheduleReconcile(seen),
    "cancel at the gateway": () => apply({ kind: "cancelled" }),
    "return as a buyer": () => apply({ kind: "returned", result: "success" }),
    "cancel in Medusa": () =>
      ledger.service.schedules.scheduleAfterMedusa(seen),
    "authorize in Medusa": () => ledger.service.schedules.reconcileSoon(seen),
    finish: () => finish(null),
    "finish until in an hour": () => finish(new Date(Date.now() + 3_600_000)),
    "finish about another state": () => finish(null, { status: "creating" }),
  }

  it.each<[steps: (keyof typeof STEPS)[], planned: string, attempts: number]>([
    [["delete the session", "claim", "finish until in an hour"], "later", 1],
    [["finish"], "never", 0],
    // Each change meanwhile leaves it due.
    [["delete the session", "finish"], "now", 0],
    [["delete the session", "claim", "finish about another state"], "now", 1],
    [["cancel at the gateway", "finish"], "soon", 0],
    [["return as a buyer", "finish"], "now", 0],
    // A newer process has the lease.
    [["delete the session", "claim by another", "finish"], "other", 1],
    // Medusa asks for it.
    [["finish", "cancel in Medusa"], "soon", 0],
    [["plan nothing", "authorize in Medusa"], "soon", 0],
    [["plan in an hour", "authorize in Medusa"], "soon", 5],
    [
      [
        ...(["delete the session", "claim", "authorize in Medusa"] as const),
        "finish until in an hour",
      ],
      "soon",
      1,
    ],
    // It is reconciled then anyway, however often a buyer tries to complete.
    [["plan in 5 s", "authorize in Medusa"], "in 5 s", 4],
    [["plan in 5 s", "cancel in Medusa", "cancel in Medusa"], "in 5 s", 4],
  ])(
    "%j: reconciled %s, after %i attempts",
    async (steps, planned, attempts) => {
      seen = await scheduledPayment()
      for (const step of steps) {
        await STEPS[step]()
      }
      const after = await readScheduled(ledger.db, seen)
      const { lease_owner, next_reconcile_at, reconcile_attempts } = after
      expect(lease_owner ?? planOf(next_reconcile_at)).toBe(planned)
      expect(reconcile_attempts).toBe(attempts)
    }
  )

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

  it("another rail can't change a session's schedule", async () => {
    const payment = await scheduledPayment()
    await ledger.service.schedules.scheduleReconcile({
      ...payment,
      rail: "hosted",
    })
    expect(await readScheduled(ledger.db, payment)).toEqual(payment)
  })
})
