import type { WebhookEventRow } from "../../../src/modules/stablecoin/repository/tables"
import { storeSigned } from "./accept-webhook"
import { pendingPayment, type TestLedger, WEBHOOK_SECRET } from "./test-ledger"

/** How often a webhook is retried before it is dead. */
export const RETRIES = 11

/**
 * Moves the webhooks of a ledger through their states, as a store's processes
 * do.
 */
export class LedgerWebhookEvents {
  constructor(private readonly ledger: TestLedger) {}

  /** Stores a genuine webhook. The same number gives the same body. */
  readonly deliver = async (
    number = 1,
    event = "payment_order.paid"
  ): Promise<{ id: string; status: string }> => {
    const body = Buffer.from(JSON.stringify({ event, data: {}, number }))
    return (await storeSigned(this.ledger, "onchain", body, WEBHOOK_SECRET))
      .webhookEvent
  }

  async read(id: string): Promise<WebhookEventRow> {
    const row = await this.ledger.service.repository.webhookEvents.find(id)
    if (!row) {
      throw new Error(`There is no webhook ${id}.`)
    }
    return row
  }

  /** Makes its next attempt due since that many seconds. */
  async due(id: string, seconds = 1): Promise<void> {
    await this.ledger
      .db("stablecoin_webhook_event")
      .where({ id })
      .update({ next_attempt_at: new Date(Date.now() - seconds * 1000) })
  }

  /**
   * Fails a webhook, which is claimed first unless it has a verdict.
   *
   * @returns seconds until its next attempt; null: it is dead
   */
  async failing(id: string, error = "no"): Promise<number | null> {
    if ((await this.read(id)).next_attempt_at) {
      await this.claimDue(id)
    }
    const row = await this.read(id)
    const unreadable = {
      ...row,
      get body(): string {
        throw new Error(error)
      },
    }
    await this.ledger.service.webhookEvents.process([unreadable])
    const { next_attempt_at, updated_at } = await this.read(id)
    return next_attempt_at
      ? (Number(next_attempt_at) - Number(updated_at)) / 1000
      : null
  }

  /** Claims the due webhooks, as the job does. */
  readonly claim = async (limit = 10): Promise<string[]> => {
    const { webhookEvents } = this.ledger.service.repository
    const claimed = await webhookEvents.claimDue(limit)
    return claimed.map(({ id }) => id)
  }

  async claimDue(id: string): Promise<void> {
    await this.due(id)
    expect(await this.claim()).toContain(id)
  }

  /** Fails it until it is dead. */
  async kill(id: string): Promise<void> {
    for (let attempt = 0; attempt <= RETRIES; attempt++) {
      await this.failing(id, "no again")
    }
    expect((await this.read(id)).status).toBe("dead")
  }

  async exceptions() {
    return await this.ledger
      .db("stablecoin_exception")
      .orderBy("created_at")
      .select("kind", "reason", "status", "webhook_event_id", "details", "note")
  }

  /** Ends a webhook as processed or as ignored. */
  readonly ended = {
    processed: async (id: string) => {
      const payment = await pendingPayment(this.ledger)
      const fact = { kind: "failed" } as const
      await this.ledger.service.payments.apply(payment.id, fact, "webhook", id)
    },
    ignored: async (id: string) => {
      const error = "It has no effect."
      await this.ledger.service.repository.webhookEvents.finish(
        [{ id, status: "ignored", payment_id: null, error }],
        new Date()
      )
    },
  }
}
