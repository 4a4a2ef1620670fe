import { LedgerWebhookEvents, RETRIES } from "../setup/module/webhook-events"
import { ledgerTest } from "../setup/module/test-ledger"
import { waitFor } from "../../tools/harness/wait-for"

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)

  describe("due webhooks", () => {
    it("are claimed the longest due first, up to the limit", async () => {
      const ids: string[] = []
      for (const number of [1, 2, 3, 4]) {
        const { id } = await webhookEvents.deliver(number)
        await webhookEvents.due(id, number * 60)
        ids.unshift(id)
      }
      expect(await webhookEvents.claim(0)).toEqual([])
      expect((await webhookEvents.claim(3)).sort()).toEqual(
        ids.slice(0, 3).sort()
      )
      expect(await webhookEvents.claim()).toEqual(ids.slice(3))
    })

    it("are reports of money first, and then others", async () => {
      const silent = await webhookEvents.deliver(1, "payment_order.created")
      await webhookEvents.due(silent.id, 600)
      const money: string[] = []
      for (const number of [2, 3, 4]) {
        const { id } = await webhookEvents.deliver(number)
        await webhookEvents.due(id)
        money.push(id)
      }
      const claims = [
        await webhookEvents.claim(3),
        await webhookEvents.claim(3),
      ]
      expect(claims[0]?.sort()).toEqual(money.sort())
      expect(claims[1]).toEqual([silent.id])
    })

    it("are claimed by one process each, under concurrent claims", async () => {
      const ids: string[] = []
      for (let number = 0; number < 12; number++) {
        const { id } = await webhookEvents.deliver(number)
        await webhookEvents.due(id)
        ids.push(id)
      }

      const claims = await Promise.all(ids.map(() => webhookEvents.claim(5)))

      expect(claims.flat().sort()).toEqual(ids.sort())
    })

    it("that another process is claiming are skipped without waiting", async () => {
      const ids: string[] = []
      for (let number = 0; number < 4; number++) {
        const { id } = await webhookEvents.deliver(number)
        await webhookEvents.due(id, 60 - number)
        ids.push(id)
      }
      await ledger.db.transaction(async (trx) => {
        await trx("stablecoin_webhook_event")
          .whereIn("id", ids.slice(0, 2))
          .forUpdate()
          .select("id")
        const taken: string[] = []
        const claiming = webhookEvents
          .claim()
          .then((claimed) => taken.push(...claimed))
        await waitFor("the others to be claimed", async () => taken.length, {
          timeoutMs: 5_000,
        })
        await claiming
        expect(taken.sort()).toEqual(ids.slice(2).sort())
      })
    })

    it("are due again when the process that claimed them died", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.claimDue(id)
      expect(await webhookEvents.claim()).toEqual([])
      const { next_attempt_at } = await webhookEvents.read(id)
      expect(Number(next_attempt_at) - Date.now()).toBeLessThan(60_000)
      await webhookEvents.claimDue(id)
      expect(await webhookEvents.read(id)).toMatchObject({
        status: "received",
        attempts: 2,
      })
    })

    it("that end each process that claims them are given up, and no others with them", async () => {
      const { id } = await webhookEvents.deliver(1, "payment_order.strange")
      const other = await webhookEvents.deliver(2, "payment_order.strange")
      expect(await webhookEvents.claim()).toHaveLength(2)
      for (let retry = 1; retry <= RETRIES; retry++) {
        await webhookEvents.due(id, 60)
        await webhookEvents.due(other.id)
        expect(await webhookEvents.claim()).toEqual([id])
      }

      await webhookEvents.due(id)
      await webhookEvents.due(other.id, 60)
      await ledger.service.webhookEvents.processDue()

      expect(await webhookEvents.read(other.id)).toMatchObject({
        status: "ignored",
        attempts: 2,
      })
      expect(await webhookEvents.read(id)).toMatchObject({
        status: "dead",
        next_attempt_at: null,
      })
      expect(await webhookEvents.exceptions()).toMatchObject([
        { reason: "dead", webhook_event_id: id, status: "open" },
      ])
    })

    it.each(["processed", "ignored"] as const)(
      "exclude those that are %s",
      async (status) => {
        const { id } = await webhookEvents.deliver()
        await webhookEvents.ended[status](id)
        await webhookEvents.due(id)
        expect(await webhookEvents.claim()).toEqual([])
      }
    )
  })

  describe("processing due webhooks", () => {
    it("goes on until none is due, in any number of processes", async () => {
      for (let number = 0; number < 45; number++) {
        await webhookEvents.deliver(number, "payment_order.strange")
        await webhookEvents.deliver(number)
      }
      const { webhookEvents: stored } = ledger.service
      const counts = await Promise.all([
        stored.processDue(),
        stored.processDue(),
      ])
      expect(counts[0] + counts[1]).toBe(90)
      expect(await webhookEvents.claim()).toEqual([])
    })

    it("claims no more once it is over, and leaves the rest due", async () => {
      for (let number = 0; number < 30; number++) {
        await webhookEvents.deliver(number)
      }
      const { webhookEvents: stored } = ledger.service
      const claims = [false, true]
      const isOver = () => claims.shift() ?? true
      const count = await stored.processDue({ isOver })
      expect(count).toBe(20)
      expect(await webhookEvents.claim()).toHaveLength(10)
    })
  })

  describe("a replay", () => {
    it.each(["processed", "ignored"] as const)(
      "of a webhook that was %s is claimed only by the process that requested it",
      async (status) => {
        const { id } = await webhookEvents.deliver()
        await webhookEvents.ended[status](id)

        expect(
          await ledger.service.repository.webhookEvents.reopen(id)
        ).toEqual({ id })

        expect(await webhookEvents.read(id)).toMatchObject({
          status: "received",
          attempts: 1,
        })
        expect(await webhookEvents.claim()).toEqual([])
        await webhookEvents.claimDue(id)
      }
    )

    it.each([
      ["a new", async () => undefined],
      [
        "a failed",
        async (id: string) => void (await webhookEvents.failing(id)),
      ],
    ])(
      "is refused while a process works on %s webhook, and accepted while that one waits",
      async (_, prepare) => {
        const { id } = await webhookEvents.deliver()
        const { reopen } = ledger.service.repository.webhookEvents
        await prepare(id)
        await webhookEvents.claimDue(id)
        const before = await webhookEvents.read(id)
        expect(await reopen(id)).toEqual({ refused: "being_processed" })
        expect(await webhookEvents.read(id)).toEqual(before)

        await webhookEvents.due(id)
        expect(await reopen(id)).toEqual({ id })
      }
    )

    it("is refused for an unknown webhook", async () => {
      const { reopen } = ledger.service.repository.webhookEvents
      expect(await reopen("stwhe_none")).toEqual({
        refused: "unknown_webhook_event",
      })
    })

    it("happens once under concurrent requests", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.ended.ignored(id)
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () =>
          ledger.service.repository.webhookEvents.reopen(id)
        )
      )
      expect(outcomes.filter((each) => "id" in each)).toHaveLength(1)
    })
  })
})
