import { DeliveriesOfLedger, RETRIES } from "../setup/module-deliveries"
import { ledgerTest } from "../setup/module-ledger"

jest.setTimeout(60_000)

/** Medusa's locks outlive a killed process by so long. */
const LOCKS_LIVE_SECONDS = 150

ledgerTest((ledger) => {
  const deliveries = new DeliveriesOfLedger(ledger)

  describe("a delivery that fails", () => {
    it("is tried again, soon at first and later ever more seldom, for longer than Medusa's locks live", async () => {
      const { id } = await deliveries.deliver()
      const waits = [await deliveries.failing(id, "failure 0")]
      for (let retry = 1; retry < RETRIES; retry++) {
        await deliveries.takeUp(id)
        waits.push(await deliveries.failing(id, `failure ${retry}`))
        expect(await deliveries.read(id)).toMatchObject({
          status: "failed",
          attempts: retry,
          error: `failure ${retry}`,
        })
      }

      expect(waits).toEqual([...waits].sort((a, b) => a! - b!))
      expect(waits[0]).toBeLessThanOrEqual(60)
      const sum = waits.reduce<number>((total, wait) => total + wait!, 0)
      expect(sum).toBeGreaterThan(10 * LOCKS_LIVE_SECONDS)
      expect(await deliveries.questions()).toEqual([])
    })

    it("and that the same process tries again at once does not use its attempts up", async () => {
      const { id } = await deliveries.deliver()
      for (let time = 0; time < 3 * RETRIES; time++) {
        await deliveries.failing(id)
      }
      expect(await deliveries.read(id)).toMatchObject({
        status: "failed",
        attempts: 0,
      })
    })

    it("is given up after the last attempt, and a person is asked, once", async () => {
      const { id } = await deliveries.deliver()
      await deliveries.kill(id)
      await deliveries.failing(id, "once more, from a slow process")

      expect(await deliveries.read(id)).toMatchObject({
        status: "dead",
        error: "no again",
        next_attempt_at: null,
      })
      expect(await deliveries.questions()).toEqual([
        {
          kind: "delivery_dead",
          status: "open",
          delivery_id: id,
          message: expect.stringContaining("no again"),
          note: null,
        },
      ])
      expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
      await deliveries.due(id)
      expect(await deliveries.claim()).toEqual([])
    })

    it.each(["processed", "ignored"] as const)(
      "and was given up answers the question itself when it is %s after all",
      async (status) => {
        const { id } = await deliveries.deliver()
        const other = await deliveries.deliver(2)
        await deliveries.kill(id)
        await deliveries.kill(other.id)

        expect(await deliveries.deliver()).toEqual({
          id,
          status: "received",
          is_new: false,
        })
        await deliveries.ended[status](id)

        expect(await deliveries.questions()).toMatchObject([
          {
            delivery_id: id,
            status: "resolved",
            note: `The webhook was ${status} in the end.`,
          },
          { delivery_id: other.id, status: "open", note: null },
        ])
      }
    )

    it("is driven again when the gateway sends it again, and keeps its count", async () => {
      const { id } = await deliveries.deliver()
      await deliveries.failing(id)
      await deliveries.takeUp(id)
      await deliveries.failing(id)

      expect(await deliveries.deliver()).toEqual({
        id,
        status: "received",
        is_new: false,
      })

      expect(await deliveries.read(id)).toMatchObject({
        attempts: 1,
        error: "no",
      })
      expect(await deliveries.claim()).toEqual([])
    })

    it("and was given up starts anew when the gateway sends it again, and may ask again", async () => {
      const { id } = await deliveries.deliver()
      await deliveries.kill(id)
      expect(await deliveries.deliver()).toEqual({
        id,
        status: "received",
        is_new: false,
      })
      expect(await deliveries.read(id)).toMatchObject({ attempts: 0 })

      await deliveries.kill(id)
      expect(await deliveries.questions()).toHaveLength(1)
      await ledger.db("stablecoin_exception").update({ status: "resolved" })
      await deliveries.deliver()
      await deliveries.kill(id)

      expect(
        (await deliveries.questions()).map(({ status }) => status)
      ).toEqual(["resolved", "open"])
    })

    it("is due when its wait is over, and not before", async () => {
      const { id } = await deliveries.deliver()
      await deliveries.failing(id)
      expect(await deliveries.claim()).toEqual([])
      await deliveries.due(id)
      expect(await deliveries.claim()).toEqual([id])
    })

    it("is processed in the end, and its failure forgotten", async () => {
      const { id } = await deliveries.deliver()
      await deliveries.failing(id)

      await deliveries.ended.processed(id)

      expect(await deliveries.read(id)).toMatchObject({
        status: "processed",
        payment_id: "stpay_1",
        error: null,
        next_attempt_at: null,
      })
    })

    it.each(["processed", "ignored"] as const)(
      "in one process is not set back when another one has it %s already",
      async (status) => {
        const { id } = await deliveries.deliver()
        await deliveries.ended[status](id)
        const before = await deliveries.read(id)

        await deliveries.failing(id, "too late")

        expect(before.status).toBe(status)
        expect(await deliveries.read(id)).toEqual(before)
      }
    )
  })

  describe("an ignored delivery", () => {
    it("is kept, with the reason", async () => {
      const { id } = await deliveries.deliver()
      await deliveries.failing(id)

      await deliveries.ended.ignored(id)

      expect(await deliveries.read(id)).toMatchObject({
        status: "ignored",
        error: "It is about nobody.",
        next_attempt_at: null,
        payment_id: null,
      })
    })

    it("stays ignored when the gateway sends it again", async () => {
      const { id } = await deliveries.deliver()
      await deliveries.ended.ignored(id)
      const before = await deliveries.read(id)

      expect(await deliveries.deliver()).toEqual({
        id,
        status: "ignored",
        is_new: false,
      })

      expect(await deliveries.read(id)).toEqual({
        ...before,
        updated_at: expect.any(Date),
      })
      expect(await ledger.db("stablecoin_delivery")).toHaveLength(1)
    })
  })
})
