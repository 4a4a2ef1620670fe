import { createHmac } from "node:crypto"
import type { DeliveryRow } from "../../src/modules/stablecoin/store/tables"
import {
  ledgerTest,
  pendingPayment,
  type TestLedger,
  WEBHOOK_SECRET,
} from "../setup/module-ledger"
import { waitFor } from "../setup/wait-for"

jest.setTimeout(60_000)

/** Medusa's locks outlive a killed process by so long. */
const LOCKS_LIVE_SECONDS = 150

/** How often a delivery is taken up again before it is given up. */
const RETRIES = 9

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
  const row = await service.deliveries.find(id)
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
  /** Fails a delivery and says how many seconds it is left alone then; null: for good. */
  const failing = async (id: string, error = "no"): Promise<number | null> => {
    await ledger.service.deliveries.fail(id, error)
    const { next_attempt_at, updated_at } = await read(ledger, id)
    return next_attempt_at
      ? (Number(next_attempt_at) - Number(updated_at)) / 1000
      : null
  }

  /** Takes up what is due, as the job does. */
  const claim = async (limit = 10): Promise<string[]> =>
    await ledger.service.deliveries.claimDue(limit)

  const takeUp = async (id: string): Promise<void> => {
    await due(ledger, id)
    expect(await claim()).toEqual([id])
  }

  /** Fails it until it is given up. */
  const kill = async (id: string): Promise<void> => {
    await failing(id)
    for (let retry = 0; retry < RETRIES; retry++) {
      await takeUp(id)
      await failing(id, "no again")
    }
    expect((await read(ledger, id)).status).toBe("dead")
  }

  const questions = async () =>
    await ledger
      .db("stablecoin_exception")
      .orderBy("created_at")
      .select("kind", "status", "delivery_id", "message", "note")

  /** How deliveries come to their ends. */
  const ended = {
    processed: async (id: string) => {
      const payment = await pendingPayment(ledger)
      const fact = { kind: "failed" } as const
      await ledger.service.applyFact(payment.id, fact, "webhook", id)
    },
    ignored: async (id: string) => {
      await ledger.service.deliveries.ignore(id, "It is about nobody.")
    },
  }

  describe("a delivery that fails", () => {
    it("is tried again, soon at first and later ever more seldom, for longer than Medusa's locks live", async () => {
      const { id } = await deliver(ledger)
      const waits = [await failing(id, "failure 0")]
      for (let retry = 1; retry < RETRIES; retry++) {
        await takeUp(id)
        waits.push(await failing(id, `failure ${retry}`))
        expect(await read(ledger, id)).toMatchObject({
          status: "failed",
          attempts: retry,
          error: `failure ${retry}`,
        })
      }

      expect(waits).toEqual([...waits].sort((a, b) => a! - b!))
      expect(waits[0]).toBeLessThanOrEqual(60)
      const sum = waits.reduce<number>((total, wait) => total + wait!, 0)
      expect(sum).toBeGreaterThan(10 * LOCKS_LIVE_SECONDS)
      expect(await questions()).toEqual([])
    })

    it("and that the same process tries again at once does not use its attempts up", async () => {
      const { id } = await deliver(ledger)
      for (let time = 0; time < 3 * RETRIES; time++) {
        await failing(id)
      }
      expect(await read(ledger, id)).toMatchObject({
        status: "failed",
        attempts: 0,
      })
    })

    it("is given up after the last attempt, and a person is asked, once", async () => {
      const { id } = await deliver(ledger)
      await kill(id)
      await failing(id, "once more, from a slow process")

      expect(await read(ledger, id)).toMatchObject({
        status: "dead",
        error: "no again",
        next_attempt_at: null,
      })
      expect(await questions()).toEqual([
        {
          kind: "delivery_dead",
          status: "open",
          delivery_id: id,
          message: expect.stringContaining("no again"),
          note: null,
        },
      ])
      expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
      await due(ledger, id)
      expect(await claim()).toEqual([])
    })

    it.each(["processed", "ignored"] as const)(
      "and was given up answers the question itself when it is %s after all",
      async (status) => {
        const { id } = await deliver(ledger)
        const other = await deliver(ledger, 2)
        await kill(id)
        await kill(other.id)

        expect(await deliver(ledger)).toEqual({ id, status: "received" })
        await ended[status](id)

        expect(await questions()).toMatchObject([
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
      const { id } = await deliver(ledger)
      await failing(id)
      await takeUp(id)
      await failing(id)

      expect(await deliver(ledger)).toEqual({ id, status: "received" })

      expect(await read(ledger, id)).toMatchObject({ attempts: 1, error: "no" })
      expect(await claim()).toEqual([])
    })

    it("and was given up starts anew when the gateway sends it again, and may ask again", async () => {
      const { id } = await deliver(ledger)
      await kill(id)
      expect(await deliver(ledger)).toEqual({ id, status: "received" })
      expect(await read(ledger, id)).toMatchObject({ attempts: 0 })

      await kill(id)
      expect(await questions()).toHaveLength(1)
      await ledger.db("stablecoin_exception").update({ status: "resolved" })
      await deliver(ledger)
      await kill(id)

      expect((await questions()).map(({ status }) => status)).toEqual([
        "resolved",
        "open",
      ])
    })

    it("is due when its wait is over, and not before", async () => {
      const { id } = await deliver(ledger)
      await failing(id)
      expect(await claim()).toEqual([])
      await due(ledger, id)
      expect(await claim()).toEqual([id])
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
        await ended[status](id)
        const before = await read(ledger, id)

        await failing(id, "too late")

        expect(before.status).toBe(status)
        expect(await read(ledger, id)).toEqual(before)
      }
    )
  })

  describe("due deliveries", () => {
    it("are not those that the process which received them is just about to drive", async () => {
      await deliver(ledger)
      expect(await claim()).toEqual([])
    })

    it("are those of a process that died, the longest due first, and no more than asked for", async () => {
      const ids: string[] = []
      for (const number of [1, 2, 3, 4]) {
        const { id } = await deliver(ledger, number)
        await due(ledger, id, number * 60)
        ids.unshift(id)
      }
      expect(await claim(0)).toEqual([])
      expect((await claim(3)).sort()).toEqual(ids.slice(0, 3).sort())
      expect(await claim()).toEqual(ids.slice(3))
    })

    it("are taken up by one process each, however many ask at once", async () => {
      const ids: string[] = []
      for (let number = 0; number < 12; number++) {
        const { id } = await deliver(ledger, number)
        await due(ledger, id)
        ids.push(id)
      }

      const claims = await Promise.all(ids.map(() => claim(5)))

      expect(claims.flat().sort()).toEqual(ids.sort())
    })

    it("that another process is just taking up are left to it, without waiting", async () => {
      const ids: string[] = []
      for (let number = 0; number < 4; number++) {
        const { id } = await deliver(ledger, number)
        await due(ledger, id, 60 - number)
        ids.push(id)
      }
      await ledger.db.transaction(async (trx) => {
        await trx("stablecoin_delivery")
          .whereIn("id", ids.slice(0, 2))
          .forUpdate()
          .select("id")
        const taken: string[] = []
        const claiming = claim().then((claimed) => taken.push(...claimed))
        await waitFor("the others to be taken up", async () => taken.length, {
          timeoutMs: 5_000,
        })
        await claiming
        expect(taken.sort()).toEqual(ids.slice(2).sort())
      })
    })

    it("are given back by a process that died with them", async () => {
      const { id } = await deliver(ledger)
      await takeUp(id)
      expect(await claim()).toEqual([])
      await takeUp(id)
      expect(await read(ledger, id)).toMatchObject({
        status: "received",
        attempts: 2,
      })
    })

    it.each(["processed", "ignored"] as const)(
      "are none that are %s",
      async (status) => {
        const { id } = await deliver(ledger)
        await ended[status](id)
        await due(ledger, id)
        expect(await claim()).toEqual([])
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

  describe("replaying", () => {
    it.each(["processed", "ignored"] as const)(
      "has one that was %s driven again, by whoever asked and nobody else",
      async (status) => {
        const { id } = await deliver(ledger)
        await ended[status](id)

        expect(await ledger.service.deliveries.reopen(id)).toEqual({ id })

        expect(await read(ledger, id)).toMatchObject({
          status: "received",
          attempts: 0,
        })
        expect(await claim()).toEqual([])
        await takeUp(id)
      }
    )

    it("is refused while a process drives it, and for one that is not there", async () => {
      const { id } = await deliver(ledger)
      const before = await read(ledger, id)
      expect(await ledger.service.deliveries.reopen(id)).toEqual({
        refused: "being_driven",
      })
      expect(await ledger.service.deliveries.reopen("stdel_none")).toEqual({
        refused: "unknown_delivery",
      })
      expect(await read(ledger, id)).toEqual(before)

      await due(ledger, id)
      expect(await ledger.service.deliveries.reopen(id)).toEqual({ id })
    })

    it("at the same moment is done once", async () => {
      const { id } = await deliver(ledger)
      await ended.ignored(id)
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => ledger.service.deliveries.reopen(id))
      )
      expect(outcomes.filter((each) => "id" in each)).toHaveLength(1)
    })
  })

  describe("purging", () => {
    const DAY = 24 * 3600

    /** As if it had been received so many days ago. */
    const aged = async (number: number, days: number): Promise<string> => {
      const { id } = await deliver(ledger, number)
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
      await ended.processed(processed)
      await ended.ignored(ignored)
      await ended.ignored(young)
      await failing(failed)

      expect(await ledger.service.deliveries.purge(90 * DAY, 100)).toBe(2)

      expect(await left()).toEqual([young, received, failed].sort())
    })

    it("keeps what an open exception speaks of, until it is resolved", async () => {
      const dead = await aged(1, 91)
      await kill(dead)
      expect(await ledger.service.deliveries.purge(90 * DAY, 100)).toBe(0)

      await ledger.db("stablecoin_exception").update({ status: "resolved" })

      expect(await ledger.service.deliveries.purge(90 * DAY, 100)).toBe(1)
      expect(await left()).toEqual([])
    })

    it("goes in batches, and two at once delete each one once", async () => {
      for (let number = 0; number < 7; number++) {
        await ended.ignored(await aged(number, 91))
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
