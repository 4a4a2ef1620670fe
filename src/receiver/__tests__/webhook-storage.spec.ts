import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { waitFor } from "../../../harness/wait-for"
import { DatabaseError } from "../../modules/stablecoin/repository/database-error"
import { NotStoredError } from "../../modules/stablecoin/repository/webhook-events/storing-outcome"
import type { ReceivedWebhookEvent } from "../../modules/stablecoin/repository/webhook-events/webhook-events"
import type { KnownSigners } from "../known-signers"
import { Logger } from "../logger"
import { withFolder } from "../spool/__tests__/support"
import { Spool } from "../spool/spool"
import { WebhookStorage } from "../webhook-storage"

const RECEIVED_AT = "2030-01-01T00:00:00.000Z"

const bodyOf = (number: number): Buffer =>
  Buffer.from(JSON.stringify({ event: "payment_order.paid", data: {}, number }))

/** A database whose answers to single webhooks a test sets. */
class Database {
  readonly stored = new Set<string>()
  /** Errors of single webhooks, by their body. */
  readonly errors = new Map<string, Error>()
  statements = 0

  async insert(received: readonly ReceivedWebhookEvent[]) {
    this.statements += 1
    await wait(1)
    return await Promise.allSettled(
      received.map(async ({ body }) => {
        const error = this.errors.get(body.toString())
        if (error) {
          throw error
        }
        this.stored.add(body.toString())
        return { id: "stwhe_1", status: "received" as const, is_new: true }
      })
    )
  }
}

type Bench = {
  database: Database
  spool: Spool
  log: string[]
  storage: WebhookStorage
}

async function withStorage(
  test: (bench: Bench & { folder: string }) => Promise<void>
): Promise<void> {
  await withFolder(async (folder) => {
    const database = new Database()
    const spool = await Spool.open({ folder, maxBytes: 1e9 })
    const log: string[] = []
    const signers = {
      areKnown: true,
      read: async () => {},
      judge: ({ body }: { body: Buffer }) => ({
        ok: true,
        report: { event: String(body) },
        signed_for: [],
      }),
    }
    const storage = new WebhookStorage({
      acceptor: {
        accept: async ({ body }) => {
          const [result] = await database.insert([
            { body } as ReceivedWebhookEvent,
          ])
          if (result?.status !== "fulfilled") {
            throw result?.reason
          }
          return { ok: true, isProbe: true }
        },
      },
      repository: { webhookEvents: database },
      signers: signers as unknown as KnownSigners,
      spool,
      count: () => {},
      logger: new Logger((line) => log.push(line)),
    })
    try {
      await test({ database, spool, log, storage, folder })
    } finally {
      await storage.end()
      await spool.close()
    }
  })
}

const spoolWebhooks = async (spool: Spool, count: number): Promise<string[]> =>
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const body = bodyOf(number)
      await spool.append({
        rail: "onchain",
        body,
        signed_for: [],
        received_at: RECEIVED_AT,
      })
      return body.toString()
    })
  )

const BUSY = new NotStoredError("It is being processed.")

it.each([
  ["the database went away amid a batch", new Error("Connection terminated")],
  ["another process has it in hand", BUSY],
])(
  "keeps a spooled webhook that was not stored because %s",
  async (_why, error) => {
    await withStorage(async ({ database, spool, storage, folder }) => {
      const [first = "", second = ""] = await spoolWebhooks(spool, 2)
      database.errors.set(second, error)
      await storage.begin()
      await waitFor("the other one", async () => database.stored.has(first))
      const { statements } = database
      await waitFor("another try", async () => database.statements > statements)
      expect(spool.isEmpty).toBe(false)
      database.errors.clear()
      await waitFor("the drain", async () => spool.isEmpty)
      expect([...database.stored]).toEqual([first, second])
      expect(await readdir(folder)).not.toContain("rejected")
    })
  }
)

it("sets aside a spooled webhook whose data the database rejects", async () => {
  await withStorage(async ({ database, spool, storage, folder }) => {
    const [bad = "", good = ""] = await spoolWebhooks(spool, 2)
    database.errors.set(bad, new DatabaseError("Bad text.", "22021"))
    await storage.begin()
    await waitFor("the drain", async () => spool.isEmpty)
    expect([...database.stored]).toEqual([good])
    expect(await readdir(join(folder, "rejected"))).toHaveLength(1)
  })
})

it("spools a webhook that another process has in hand, and nothing else", async () => {
  await withStorage(async ({ database, spool, storage }) => {
    await storage.begin()
    await waitFor("the database", async () => storage.status === "ready")
    const body = bodyOf(1)
    database.errors.set(body.toString(), BUSY)
    const accepted = storage.accept({
      rail: "onchain",
      body,
      header: () => undefined,
    })
    expect(await accepted).toMatchObject({ ok: true })
    expect(spool.status.webhooks).toBe(1)
    expect(storage.status).toBe("ready")
  })
})

it("keeps webhooks while it still moves a long spool, and ends before all are moved", async () => {
  await withStorage(async ({ database, spool, storage }) => {
    const all = await spoolWebhooks(spool, 1_000)
    await storage.begin()
    expect(database.stored.size).toBeLessThan(all.length)
    await storage.accept({
      rail: "onchain",
      body: bodyOf(-1),
      header: () => undefined,
    })
    await storage.end()
    expect(database.stored.size).toBeLessThan(all.length)
    expect(spool.isEmpty).toBe(false)
  })
})
