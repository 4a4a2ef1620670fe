import { LedgerWebhookEvents, RETRIES } from "../setup/module/webhook-events"
import { ledgerTest } from "../setup/module/test-ledger"
import { STORED_REASONS } from "../../src/exceptions/stored-reasons"

/** How long Medusa's locks outlive a killed process. */
const LOCKS_LIVE_SECONDS = 150

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)

  describe("a webhook that fails", () => {
    it("is retried at growing intervals, for longer than Medusa's locks live", async () => {
      const { id } = await webhookEvents.deliver()
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

    it("is dead after the last attempt, with one exception", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.kill(id)
      await webhookEvents.failing(id, "again, from a slow process")

      expect(await webhookEvents.read(id)).toMatchObject({
        status: "dead",
        error: "no again",
        next_attempt_at: null,
      })
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
      await webhookEvents.due(id)
      expect(await webhookEvents.claim()).toEqual([])
    })

    it("that is dead is processed again with the others until its exception is closed", async () => {
      const { id } = await webhookEvents.deliver()
      const { listGivenUp } = ledger.service.repository.webhookEvents
      await webhookEvents.kill(id)
      expect(await listGivenUp()).toEqual([id])
      const { id: exception_id } = await ledger
        .db("stablecoin_exception")
        .first()
      const closed = {
        action: "close",
        note: "Ordered.",
        by: "user_1",
      } as const
      await ledger.service.exceptions.resolve({ exception_id, ...closed })
      expect(await listGivenUp()).toEqual([])
    })

    it.each(["processed", "ignored"] as const)(
      "and was dead resolves its exception when it is %s later",
      async (status) => {
        const { id } = await webhookEvents.deliver()
        const other = await webhookEvents.deliver(2)
        await webhookEvents.kill(id)
        await webhookEvents.kill(other.id)

        expect(await webhookEvents.deliver()).toEqual({
          id,
          status: "received",
          is_new: false,
        })
        await webhookEvents.ended[status](id)

        expect(await webhookEvents.exceptions()).toMatchObject([
          {
            webhook_event_id: id,
            status: "resolved",
            note: STORED_REASONS.processed,
          },
          { webhook_event_id: other.id, status: "open", note: null },
        ])
      }
    )

    it("is processed again when the gateway resends it, and keeps its count", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.failing(id)
      await webhookEvents.failing(id)

      expect(await webhookEvents.deliver()).toEqual({
        id,
        status: "received",
        is_new: false,
      })

      expect(await webhookEvents.read(id)).toMatchObject({
        attempts: 2,
        error: "no",
      })
      expect(await webhookEvents.claim()).toEqual([id])
    })

    it("and was dead starts over when the gateway resends it, and may open an exception again", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.kill(id)
      expect(await webhookEvents.deliver()).toEqual({
        id,
        status: "received",
        is_new: false,
      })
      expect(await webhookEvents.read(id)).toMatchObject({ attempts: 0 })

      await webhookEvents.kill(id)
      expect(await webhookEvents.exceptions()).toHaveLength(1)
      await ledger.db("stablecoin_exception").update({ status: "resolved" })
      await webhookEvents.deliver()
      await webhookEvents.kill(id)

      expect(
        (await webhookEvents.exceptions()).map(({ status }) => status)
      ).toEqual(["resolved", "open"])
    })

    it("is due when its wait is over, and not before", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.failing(id)
      expect(await webhookEvents.claim()).toEqual([])
      await webhookEvents.due(id)
      expect(await webhookEvents.claim()).toEqual([id])
    })

    it.each([
      ["processed", { payment_id: "stpay_1", error: null }],
      ["ignored", { payment_id: null, error: "It has no effect." }],
    ] as const)("is %s in the end, with what came of it", async (end, what) => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.failing(id)

      await webhookEvents.ended[end](id)

      expect(await webhookEvents.read(id)).toMatchObject({
        ...what,
        status: end,
        next_attempt_at: null,
      })
    })

    it.each(["processed", "ignored"] as const)(
      "in one process is not reset when another one has it %s already",
      async (status) => {
        const { id } = await webhookEvents.deliver()
        await webhookEvents.ended[status](id)
        const before = await webhookEvents.read(id)

        await webhookEvents.failing(id, "too late")

        expect(before.status).toBe(status)
        expect(await webhookEvents.read(id)).toEqual(before)
      }
    )

    it("that was ignored stays so when the gateway resends it", async () => {
      const { id } = await webhookEvents.deliver()
      await webhookEvents.ended.ignored(id)
      const before = await webhookEvents.read(id)

      expect(await webhookEvents.deliver()).toEqual({
        id,
        status: "ignored",
        is_new: false,
      })

      expect(await webhookEvents.read(id)).toEqual({
        ...before,
        updated_at: expect.any(Date),
      })
      expect(await ledger.db("stablecoin_webhook_event")).toHaveLength(1)
    })
  })
})
