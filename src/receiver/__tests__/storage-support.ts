import { setTimeout as wait } from "node:timers/promises"
import type { ExceptionDraft, Rail } from "../../ledger"
import type { ReceivedWebhookEvent } from "../../modules/stablecoin/repository/webhook-events/webhook-events"
import type { WebhookNote } from "../../modules/stablecoin/repository/webhook-states/webhook-state"
import type { KnownSigners } from "../known-signers"
import { Logger } from "../logger"
import { withFolder } from "../spool/__tests__/support"
import { Spool } from "../spool/spool"
import { WebhookStorage } from "../webhook-storage"

export const RECEIVED_AT = "2030-01-01T00:00:00.000Z"

export const bodyOf = (number: number): Buffer =>
  Buffer.from(JSON.stringify({ event: "payment_order.paid", data: {}, number }))

/** A database whose answers to single webhooks a test sets. */
class Database {
  readonly stored = new Set<string>()
  /** Errors of single webhooks, by their body. */
  readonly errors = new Map<string, Error>()
  /** When the last webhook of each rail was received. */
  readonly received = new Map<Rail, Date>()
  readonly exceptions: ExceptionDraft[] = []
  statements = 0

  async open(_: string | null, drafts: readonly ExceptionDraft[]) {
    this.exceptions.push(...drafts)
    return []
  }

  async note({ rail }: WebhookNote, at: Date) {
    this.received.set(rail, at)
  }

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

export async function withStorage(
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
          return { ok: true, isProbe: false, webhookEvent: result.value }
        },
      },
      repository: {
        webhookEvents: database,
        webhookStates: database,
        exceptions: database,
      },
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

export const spoolWebhooks = async (
  spool: Spool,
  count: number
): Promise<string[]> =>
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

export const accept = async (storage: WebhookStorage, body: Buffer) =>
  await storage.accept({ rail: "onchain", body, header: () => undefined })
