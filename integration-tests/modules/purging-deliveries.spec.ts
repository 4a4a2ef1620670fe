import { DeliveriesOfLedger } from "../setup/module-deliveries"
import { ledgerTest } from "../setup/module-ledger"

jest.setTimeout(60_000)

ledgerTest((ledger) => {
  const deliveries = new DeliveriesOfLedger(ledger)

  describe("purging", () => {
    const DAY = 24 * 3600

    /** As if it had been received so many days ago. */
    const aged = async (number: number, days: number): Promise<string> => {
      const { id } = await deliveries.deliver(number)
      await ledger
        .db("stablecoin_delivery")
        .where({ id })
        .update({ created_at: new Date(Date.now() - days * DAY * 1000) })
      return id
    }

    const left = async (): Promise<string[]> =>
      await ledger.db("stablecoin_delivery").orderBy("id").pluck("id")

    it("deletes what came to an end and was kept long enough, and nothing else", async () => {
      const [processed, ignored, young, received, failed] = [
        await aged(1, 91),
        await aged(2, 91),
        await aged(3, 89),
        await aged(4, 91),
        await aged(5, 91),
      ] as const
      await deliveries.ended.processed(processed)
      await deliveries.ended.ignored(ignored)
      await deliveries.ended.ignored(young)
      await deliveries.failing(failed)

      expect(await ledger.service.deliveries.purge(90 * DAY, 100)).toBe(2)

      expect(await left()).toEqual([young, received, failed].sort())
    })

    it("keeps what an open exception speaks of, until it is resolved", async () => {
      const dead = await aged(1, 91)
      await deliveries.kill(dead)
      expect(await ledger.service.deliveries.purge(90 * DAY, 100)).toBe(0)

      await ledger.db("stablecoin_exception").update({ status: "resolved" })

      expect(await ledger.service.deliveries.purge(90 * DAY, 100)).toBe(1)
      expect(await left()).toEqual([])
    })

    it("goes in batches, and two at once delete each one once", async () => {
      for (let number = 0; number < 7; number++) {
        await deliveries.ended.ignored(await aged(number, 91))
      }
      expect(await ledger.service.deliveries.purge(90 * DAY, 3)).toBe(3)
      const counts = await Promise.all(
        [1, 2, 3].map(() => ledger.service.deliveries.purge(90 * DAY, 2))
      )
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
      expect(await left()).toEqual([])
    })
  })
})
