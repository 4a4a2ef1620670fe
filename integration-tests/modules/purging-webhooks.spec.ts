import { LedgerWebhookEvents } from "../setup/module/webhook-events"
import { ledgerTest } from "../setup/module/test-ledger"
import type { PurgeBatch } from "../../src/modules/stablecoin/repository/webhook-events/purge-webhook-events"
import { purgeInBatches } from "../../src/workflows/purge"

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)

  describe("purging", () => {
    const DAY = 24 * 3600

    /** A webhook that was received the given number of days ago. */
    const aged = async (number: number, days: number): Promise<string> => {
      const { id } = await webhookEvents.deliver(number)
      await ledger
        .db("stablecoin_webhook_event")
        .where({ id })
        .update({ created_at: new Date(Date.now() - days * DAY * 1000) })
      return id
    }

    const purge = async (limit: number): Promise<number> => {
      const before = new Date(Date.now() - 90 * DAY * 1000)
      return await ledger.service.repository.webhookEvents.purge({
        before,
        limit,
      })
    }

    const left = async (): Promise<string[]> =>
      await ledger.db("stablecoin_webhook_event").orderBy("id").pluck("id")

    it("deletes only finished webhooks that were kept long enough", async () => {
      const [processed, ignored, recent, received, failed] = [
        await aged(1, 91),
        await aged(2, 91),
        await aged(3, 89),
        await aged(4, 91),
        await aged(5, 91),
      ] as const
      await webhookEvents.ended.processed(processed)
      await webhookEvents.ended.ignored(ignored)
      await webhookEvents.ended.ignored(recent)
      await webhookEvents.failing(failed)

      expect(await purge(100)).toBe(2)

      expect(await left()).toEqual([recent, received, failed].sort())
    })

    it("keeps webhooks of an open exception until it is resolved", async () => {
      const dead = await aged(1, 91)
      await webhookEvents.kill(dead)
      expect(await purge(100)).toBe(0)

      await ledger.db("stablecoin_exception").update({ status: "resolved" })

      expect(await purge(100)).toBe(1)
      expect(await left()).toEqual([])
    })

    it("works in batches, and two concurrent runs delete each webhook once", async () => {
      for (let number = 0; number < 7; number++) {
        await webhookEvents.ended.ignored(await aged(number, 91))
      }
      expect(await purge(3)).toBe(3)
      const counts = await Promise.all([1, 2, 3].map(() => purge(2)))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
      expect(await left()).toEqual([])
    })

    it("ends at its time limit, and the next run continues with the rest", async () => {
      for (let number = 0; number < 6; number++) {
        await webhookEvents.ended.ignored(await aged(number, 91 + number))
      }
      let minutes = 0
      const purges = [
        {
          seconds: 90 * DAY,
          run: async (batch: PurgeBatch) => {
            minutes += 1
            return await ledger.service.repository.webhookEvents.purge(batch)
          },
        },
      ]
      const now = () => minutes * 60_000

      expect(await purgeInBatches(purges, { limit: 2, now })).toEqual([2])
      expect(await purgeInBatches(purges, { limit: 2 })).toEqual([4])
      expect(await left()).toEqual([])
    })
  })
})
