import { STORED_REASONS } from "../../src/exceptions/stored-reasons"
import type { PurgeBatch } from "../../src/modules/stablecoin/repository/webhook-events/purge-webhook-events"
import { purgeInBatches } from "../../src/workflows/purge"
import { waitFor } from "../../tools/harness/wait-for"
import { ledgerTest } from "../setup/module/test-ledger"
import { LedgerWebhookEvents, RETRIES } from "../setup/module/webhook-events"

/** How long Medusa's locks outlive a killed process. */
const LOCKS_LIVE_SECONDS = 150
const DAY = 24 * 3600
const STRANGE = "payment_order.strange"

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)
  const { deliver, claim } = webhookEvents
  const repository = () => ledger.service.repository.webhookEvents

  /** Steps in the life of a stored webhook. */
  const STEPS = {
    claim: (id: string) => webhookEvents.claimDue(id),
    "time passes": (id: string) => webhookEvents.due(id),
    fail: (id: string) => webhookEvents.failing(id),
    die: (id: string) => webhookEvents.kill(id),
    process: (id: string) => webhookEvents.ended.processed(id),
    ignore: (id: string) => webhookEvents.ended.ignored(id),
    resend: () => deliver(),
    replay: (id: string) => repository().reopen(id),
    "close the exception": () =>
      ledger.db("stablecoin_exception").update({ status: "resolved" }),
  }
  const BUSY = { refused: "being_processed" }

  it.each<
    [
      steps: (keyof typeof STEPS)[],
      end: string,
      exceptions: string[],
      last?: object,
    ]
  >([
    [["fail"], "failed after 1", []],
    [["fail", "time passes"], "failed after 1, due", []],
    [["fail", "process"], "processed after 1", []],
    [["fail", "ignore"], "ignored after 1", []],
    // A process that is late changes nothing.
    [["process", "fail"], "processed after 0", []],
    [["ignore", "fail"], "ignored after 0", []],
    [["process", "time passes"], "processed after 0", []],
    [["ignore", "time passes"], "ignored after 0", []],
    // The gateway sends it again.
    [["fail", "fail", "resend"], "received after 2, due", []],
    [["ignore", "resend"], "ignored after 0", []],
    [["die", "resend"], "received after 0, due", ["open"]],
    [["die", "resend", "process"], "processed after 0", ["resolved"]],
    [["die", "resend", "ignore"], "ignored after 0", ["resolved"]],
    [["die", "resend", "die"], "dead after 12", ["open"]],
    [
      ["die", "close the exception", "resend", "die"],
      "dead after 12",
      ["resolved", "open"],
    ],
    // It is given up with one exception.
    [["die", "time passes"], "dead after 12", ["open"]],
    [["die", "fail"], "dead after 12", ["open"]],
    // An admin replays it. Only the process that does so works on it.
    [["process", "replay"], "received after 1", []],
    [["ignore", "replay"], "received after 1", []],
    [["ignore", "replay", "time passes"], "received after 1, due", []],
    [["claim", "replay"], "received after 1", [], BUSY],
    [["fail", "claim", "replay"], "received after 2", [], BUSY],
    [["claim", "time passes", "replay"], "received after 1", []],
  ])("a webhook: %j: %s", async (steps, end, exceptions, ...[last]) => {
    const { id } = await deliver()
    const outcomes: unknown[] = []
    for (const step of steps) {
      outcomes.push(await STEPS[step](id))
    }
    if (last) {
      expect(outcomes.at(-1)).toEqual(last)
    }
    const { status, attempts, next_attempt_at } = await webhookEvents.read(id)
    const due = (await claim()).includes(id) ? ", due" : ""
    expect(`${status} after ${attempts}${due}`).toBe(end)
    if (!steps.includes("time passes")) {
      expect(next_attempt_at === null).toBe(!/received|failed/.test(status))
    }
    expect(
      (await webhookEvents.exceptions()).map((each) => each.status)
    ).toEqual(exceptions)
  })

  describe("a webhook that fails", () => {
    it("is retried at growing intervals, for longer than Medusa's locks live", async () => {
      const { id } = await deliver()
      const waits: (number | null)[] = []
      for (let attempt = 1; attempt <= RETRIES; attempt++) {
        waits.push(await webhookEvents.failing(id, `failure ${attempt}`))
        expect(await webhookEvents.read(id)).toMatchObject({
          status: "failed",
          attempts: attempt,
          error: `failure ${attempt}`,
        })
      }

      expect(waits).toEqual([...waits].sort((a, b) => a! - b!))
      expect(waits[0]).toBeLessThanOrEqual(60)
      const sum = waits.reduce<number>((total, wait) => total + wait!, 0)
      expect(sum).toBeGreaterThan(10 * LOCKS_LIVE_SECONDS)
      expect(await webhookEvents.exceptions()).toEqual([])
    })

    it("is dead after the last attempt, with an exception that names it and its cause", async () => {
      const { id } = await deliver()
      await webhookEvents.kill(id)
      expect(await webhookEvents.exceptions()).toEqual([
        {
          kind: "webhook_problem",
          reason: "dead",
          status: "open",
          webhook_event_id: id,
          details: expect.objectContaining({ cause: "no again" }),
          note: null,
        },
      ])
      expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
    })

    it("and is processed later resolves its own exception", async () => {
      const [{ id }, other] = [await deliver(), await deliver(2)]
      await webhookEvents.kill(id)
      await webhookEvents.kill(other.id)
      expect(await deliver()).toEqual({ id, status: "received", is_new: false })

      await webhookEvents.ended.processed(id)

      const note = STORED_REASONS.processed
      expect(await webhookEvents.exceptions()).toMatchObject([
        { webhook_event_id: id, status: "resolved", note },
        { webhook_event_id: other.id, status: "open", note: null },
      ])
      expect(await webhookEvents.read(id)).toMatchObject({
        payment_id: "stpay_1",
        error: null,
      })
    })
  })

  describe("due webhooks", () => {
    /** Stores webhooks, the first of which is due for the longest time. */
    const dueSince = async (...seconds: number[]): Promise<string[]> => {
      const ids: string[] = []
      for (const [number, each] of seconds.entries()) {
        const { id } = await deliver(number)
        await webhookEvents.due(id, each)
        ids.push(id)
      }
      return ids
    }

    it("are claimed the longest due first, up to the limit", async () => {
      const ids = await dueSince(240, 180, 120, 60)
      expect(await claim(0)).toEqual([])
      expect((await claim(3)).sort()).toEqual(ids.slice(0, 3).sort())
      expect(await claim()).toEqual(ids.slice(3))
    })

    it("are reports of money first, and then others", async () => {
      const money = await dueSince(1, 1, 1)
      const silent = await deliver(4, "payment_order.created")
      await webhookEvents.due(silent.id, 600)
      expect((await claim(3)).sort()).toEqual(money.sort())
      expect(await claim(3)).toEqual([silent.id])
    })

    it("are claimed by one process each, under concurrent claims", async () => {
      const ids = await dueSince(...Array<number>(12).fill(1))
      const claims = await Promise.all(ids.map(() => claim(5)))
      expect(claims.flat().sort()).toEqual(ids.sort())
    })

    it("that another process is claiming are skipped without waiting", async () => {
      const ids = await dueSince(60, 59, 58, 57)
      await ledger.db.transaction(async (trx) => {
        await trx("stablecoin_webhook_event")
          .whereIn("id", ids.slice(0, 2))
          .forUpdate()
          .select("id")
        const taken: string[] = []
        const claiming = claim().then((claimed) => taken.push(...claimed))
        await waitFor("the others to be claimed", async () => taken.length, {
          timeoutMs: 5_000,
        })
        await claiming
        expect(taken.sort()).toEqual(ids.slice(2).sort())
      })
    })

    it("are due again when the process that claimed them died", async () => {
      const { id } = await deliver()
      await webhookEvents.claimDue(id)
      expect(await claim()).toEqual([])
      const { next_attempt_at } = await webhookEvents.read(id)
      expect(Number(next_attempt_at) - Date.now()).toBeLessThan(60_000)
      await webhookEvents.claimDue(id)
    })

    it("that end each process that claims them are given up, and no others with them", async () => {
      const { id } = await deliver(1, STRANGE)
      const other = await deliver(2, STRANGE)
      expect(await claim()).toHaveLength(2)
      for (let retry = 1; retry <= RETRIES; retry++) {
        await webhookEvents.due(id, 60)
        await webhookEvents.due(other.id)
        expect(await claim()).toEqual([id])
      }

      await webhookEvents.due(id)
      await webhookEvents.due(other.id, 60)
      await ledger.service.webhookEvents.processDue()

      expect(await webhookEvents.read(other.id)).toMatchObject({
        status: "ignored",
        attempts: 2,
      })
      expect((await webhookEvents.read(id)).status).toBe("dead")
      expect(await webhookEvents.exceptions()).toMatchObject([
        { reason: "dead", webhook_event_id: id, status: "open" },
      ])
    })

    it("are processed until none is due, in any number of processes", async () => {
      for (let number = 0; number < 45; number++) {
        await deliver(number, STRANGE)
        await deliver(number)
      }
      const stored = ledger.service.webhookEvents
      const counts = await Promise.all([1, 2].map(() => stored.processDue()))
      expect(counts[0]! + counts[1]!).toBe(90)
      expect(await claim()).toEqual([])
    })

    it("are left due once a process ends", async () => {
      await dueSince(...Array<number>(30).fill(1))
      const claims = [false, true]
      const isOver = () => claims.shift() ?? true
      const stored = ledger.service.webhookEvents
      expect(await stored.processDue({ isOver })).toBe(20)
      expect(await claim()).toHaveLength(10)
    })
  })

  describe("a replay", () => {
    it("is refused for an unknown webhook", async () => {
      expect(await repository().reopen("stwhe_none")).toEqual({
        refused: "unknown_webhook_event",
      })
    })

    it("happens once under concurrent requests", async () => {
      const { id } = await deliver()
      await webhookEvents.ended.ignored(id)
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => repository().reopen(id))
      )
      expect(outcomes.filter((each) => "id" in each)).toHaveLength(1)
    })
  })

  describe("purging", () => {
    /** A webhook that was received the given number of days ago. */
    const aged = async (number: number, days: number): Promise<string> => {
      const { id } = await deliver(number)
      const created_at = new Date(Date.now() - days * DAY * 1000)
      const events = ledger.db("stablecoin_webhook_event")
      await events.where({ id }).update({ created_at })
      return id
    }
    const ignored = async (count: number) => {
      for (let number = 0; number < count; number++) {
        await webhookEvents.ended.ignored(await aged(number, 91))
      }
    }
    const before = () => new Date(Date.now() - 90 * DAY * 1000)
    const purge = async (limit: number): Promise<number> =>
      await repository().purge({ before: before(), limit })
    const left = async (): Promise<string[]> =>
      await ledger.db("stablecoin_webhook_event").orderBy("id").pluck("id")

    it("deletes only finished webhooks that were kept long enough", async () => {
      await ignored(1)
      await webhookEvents.ended.processed(await aged(2, 91))
      const [recent, received, failed] = [
        await aged(3, 89),
        await aged(4, 91),
        await aged(5, 91),
      ]
      await webhookEvents.ended.ignored(recent)
      await webhookEvents.failing(failed)

      expect(await purge(100)).toBe(2)

      expect(await left()).toEqual([recent, received, failed].sort())
    })

    it("keeps webhooks of an open exception until it is resolved", async () => {
      await webhookEvents.kill(await aged(1, 91))
      expect(await purge(100)).toBe(0)
      await ledger.db("stablecoin_exception").update({ status: "resolved" })
      expect(await purge(100)).toBe(1)
    })

    it("works in batches, and two concurrent runs delete each webhook once", async () => {
      await ignored(7)
      expect(await purge(3)).toBe(3)
      const counts = await Promise.all([1, 2, 3].map(() => purge(2)))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    })

    it("ends at its time limit, and the next run continues with the rest", async () => {
      await ignored(6)
      let minutes = 0
      const run = async (batch: PurgeBatch) => {
        minutes += 1
        return await repository().purge(batch)
      }
      const purges = [{ seconds: 90 * DAY, run }]
      const now = () => minutes * 60_000

      expect(await purgeInBatches(purges, { limit: 2, now })).toEqual([2])
      expect(await purgeInBatches(purges, { limit: 2 })).toEqual([4])
      expect(await left()).toEqual([])
    })
  })
})
