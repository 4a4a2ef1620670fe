import { WebhookEventsOfLedger } from "../setup/module/module-webhooks"
import { ledgerTest } from "../setup/module/module-ledger"
import { waitFor } from "../setup/wait-for"

ledgerTest((ledger) => {
  const webhookEvents = new WebhookEventsOfLedger(ledger)

  describe("due webhooks", () => {
    it("are not those that the process which received them is just about to drive", async () => {
      await webhookEvents.deliver()
      expect(await webhookEvents.claim()).toEqual([])
    })

    it("are those of a process that died, the longest due first, and no more than asked for", async () => {
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

    it("are taken up by one process each, however many ask at once", async () => {
      const ids: string[] = []
      for (let number = 0; number < 12; number++) {
        const { id } = await webhookEvents.deliver(number)
        await webhookEvents.due(id)
        ids.push(id)
      }

      const claims = await Promise.all(ids.map(() => webhookEvents.claim(5)))

      expect(claims.flat().sort()).toEqual(ids.sort())
    })

    it("that another process is just taking up are left to it, without waiting", async () => {
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
        await waitFor("the others to be taken up", async () => taken.length, {
          timeoutMs: 5_000,
        })
        await claiming
        expect(taken.sort()).toEqual(ids.slice(2).sort())
      })
    })

    it("are given back by a process that died with them", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.takeUp(id)
      expect(await webhookEvents.claim()).toEqual([])
      await webhookEvents.takeUp(id)
      expect(await webhookEvents.read(id)).toMatchObject({
        status: "received",
        attempts: 2,
      })
    })

    it.each(["processed", "ignored"] as const)(
      "are none that are %s",
      async (status) => {
        const { id } = await webhookEvents.deliver()
        await webhookEvents.ended[status](id)
        await webhookEvents.due(id)
        expect(await webhookEvents.claim()).toEqual([])
      }
    )
  })

  describe("replaying", () => {
    it.each(["processed", "ignored"] as const)(
      "has one that was %s driven again, by whoever asked and nobody else",
      async (status) => {
        const { id } = await webhookEvents.deliver()
        await webhookEvents.ended[status](id)

        expect(await ledger.service.webhookEvents.reopen(id)).toEqual({ id })

        expect(await webhookEvents.read(id)).toMatchObject({
          status: "received",
          attempts: 0,
        })
        expect(await webhookEvents.claim()).toEqual([])
        await webhookEvents.takeUp(id)
      }
    )

    it("is refused while a process drives it, and for one that is not there", async () => {
      const { id } = await webhookEvents.deliver()
      const before = await webhookEvents.read(id)
      expect(await ledger.service.webhookEvents.reopen(id)).toEqual({
        refused: "being_driven",
      })
      expect(await ledger.service.webhookEvents.reopen("stwhe_none")).toEqual({
        refused: "unknown_webhook_event",
      })
      expect(await webhookEvents.read(id)).toEqual(before)

      await webhookEvents.due(id)
      expect(await ledger.service.webhookEvents.reopen(id)).toEqual({ id })
    })

    it("is refused while the job drives one that failed, and not while that one waits", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.failing(id)
      await webhookEvents.takeUp(id)
      const before = await webhookEvents.read(id)
      expect(await ledger.service.webhookEvents.reopen(id)).toEqual({
        refused: "being_driven",
      })
      expect(await webhookEvents.read(id)).toEqual(before)

      await webhookEvents.failing(id)
      expect(await ledger.service.webhookEvents.reopen(id)).toEqual({ id })
    })

    it("at the same moment is done once", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.ended.ignored(id)
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => ledger.service.webhookEvents.reopen(id))
      )
      expect(outcomes.filter((each) => "id" in each)).toHaveLength(1)
    })
  })
})
