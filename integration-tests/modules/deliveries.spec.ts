import { createHmac } from "node:crypto"
import type { DeliveryRow } from "../../src/modules/stablecoin/store/tables"
import {
  ledgerTest,
  pendingPayment,
  type TestLedger,
  WEBHOOK_SECRET,
} from "../setup/module-ledger"

jest.setTimeout(60_000)

/** Medusa's locks outlive a killed process by so long. */
const LOCKS_LIVE_SECONDS = 120

/** A genuine webhook that is on disk; the same number is the same body. */
async function deliver(
  { service }: TestLedger,
  number = 1
): Promise<{ id: string; status: string }> {
  const body = Buffer.from(
    JSON.stringify({ event: "payment_order.paid", data: {}, number })
  )
  const accepted = await service.acceptWebhook({
    rail: "onchain",
    body,
    header: () =>
      createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex"),
  })
  if (!accepted.ok) {
    throw new Error(accepted.message)
  }
  return accepted.delivery
}

async function read({ service }: TestLedger, id: string): Promise<DeliveryRow> {
  const row = await service.findDelivery(id)
  if (!row) {
    throw new Error(`There is no delivery ${id}.`)
  }
  return row
}

/** As if its time had come so many seconds ago. */
async function due({ db }: TestLedger, id: string, seconds = 1): Promise<void> {
  await db("stablecoin_delivery")
    .where({ id })
    .update({ next_attempt_at: new Date(Date.now() - seconds * 1000) })
}

ledgerTest((ledger) => {
  /** Fails a delivery and says how many seconds it is left alone then. */
  const failing = async (id: string, error = "no"): Promise<number> => {
    await ledger.service.failDelivery(await read(ledger, id), error)
    const { next_attempt_at, updated_at } = await read(ledger, id)
    return (Number(next_attempt_at) - Number(updated_at)) / 1000
  }

  /** How deliveries come to their ends. */
  const ended = {
    processed: async (id: string) => {
      const payment = await pendingPayment(ledger)
      const fact = { kind: "failed" } as const
      await ledger.service.applyFact(payment.id, fact, "webhook", id)
    },
    ignored: async (id: string) => {
      await ledger.service.ignoreDelivery(id, "It is about nobody.")
    },
  }

  describe("a delivery that fails", () => {
    it("is tried again, soon at first and later ever more seldom", async () => {
      const { id } = await deliver(ledger)
      const waits: number[] = []
      for (let attempt = 1; attempt <= 12; attempt++) {
        waits.push(await failing(id, `failure ${attempt}`))
        expect(await read(ledger, id)).toMatchObject({
          status: "failed",
          attempts: attempt,
          error: `failure ${attempt}`,
        })
      }

      expect(waits).toEqual([...waits].sort((a, b) => a - b))
      expect(waits[0]).toBeLessThanOrEqual(10)
      expect(waits.at(-1)).toBe(3600)
      const early = waits.slice(0, 5).reduce((sum, wait) => sum + wait, 0)
      expect(early).toBeGreaterThan(LOCKS_LIVE_SECONDS)
    })

    it("is due when its wait is over, and not before", async () => {
      const { id } = await deliver(ledger)
      await failing(id)
      expect(await ledger.service.dueDeliveries(10)).toEqual([])
      await due(ledger, id)
      expect(await ledger.service.dueDeliveries(10)).toEqual([id])
    })

    it("is processed in the end, and its failure forgotten", async () => {
      const { id } = await deliver(ledger)
      await failing(id)

      await ended.processed(id)

      expect(await read(ledger, id)).toMatchObject({
        status: "processed",
        payment_id: "stpay_1",
        error: null,
        next_attempt_at: null,
      })
    })

    it.each(["processed", "ignored"] as const)(
      "in one process is not set back when another one has it %s already",
      async (status) => {
        const { id } = await deliver(ledger)
        const seen = await read(ledger, id)
        await ended[status](id)
        const before = await read(ledger, id)

        await ledger.service.failDelivery(seen, "too late")

        expect(before.status).toBe(status)
        expect(await read(ledger, id)).toEqual(before)
      }
    )
  })

  describe("due deliveries", () => {
    it("are not those that the process which received them is just about to drive", async () => {
      await deliver(ledger)
      expect(await ledger.service.dueDeliveries(10)).toEqual([])
    })

    it("are those of a process that died, the longest due first, and no more than asked for", async () => {
      const ids: string[] = []
      for (const number of [1, 2, 3, 4]) {
        const { id } = await deliver(ledger, number)
        await due(ledger, id, number * 60)
        ids.unshift(id)
      }
      expect(await ledger.service.dueDeliveries(10)).toEqual(ids)
      expect(await ledger.service.dueDeliveries(2)).toEqual(ids.slice(0, 2))
      expect(await ledger.service.dueDeliveries(0)).toEqual([])
    })

    it.each(["processed", "ignored"] as const)(
      "are none that are %s",
      async (status) => {
        const { id } = await deliver(ledger)
        await ended[status](id)
        await due(ledger, id)
        expect(await ledger.service.dueDeliveries(10)).toEqual([])
      }
    )
  })

  describe("an ignored delivery", () => {
    it("is kept, with the reason", async () => {
      const { id } = await deliver(ledger)
      await failing(id)

      await ended.ignored(id)

      expect(await read(ledger, id)).toMatchObject({
        status: "ignored",
        error: "It is about nobody.",
        next_attempt_at: null,
        payment_id: null,
      })
    })

    it("stays ignored when the gateway sends it again", async () => {
      const { id } = await deliver(ledger)
      await ended.ignored(id)
      const before = await read(ledger, id)

      expect(await deliver(ledger)).toEqual({ id, status: "ignored" })

      expect(await read(ledger, id)).toEqual({
        ...before,
        updated_at: expect.any(Date),
      })
      expect(await ledger.db("stablecoin_delivery")).toHaveLength(1)
    })
  })
})
