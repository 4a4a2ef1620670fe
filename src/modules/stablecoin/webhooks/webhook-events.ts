import type { WebhookReport } from "../../../gateway"
import { mapConcurrent } from "../../../shared/map-concurrent"
import { messageOf } from "../../../shared/message-of"
import { withTimeout } from "../../../shared/with-timeout"
import type { EventPublisher } from "../payments/event-publisher"
import type { Payments } from "../payments/payments"
import type { Repository } from "../repository"
import type { WebhookEventRow } from "../repository/tables"
import type { WebhookEventVerdict } from "../repository/webhook-events/webhook-events"
import type { Metrics } from "../telemetry/metrics"
import { classifyReport, type JudgedReport } from "./classify-report"
import { findReportedPayments } from "./find-reported-payment"
import { namelessMoney, recordUnknownPayment } from "./unknown-money"
import { unverifiedWebhook } from "./unverified-webhooks"
import { verified, type VerifiedParts } from "./verified"
import { ignored, reportOf, verdictOf } from "./webhook-verdict"

/** Few of those that report money: others wait until their facts are applied. */
const CLAIMED = { money: 20, others: 200 }
/** As many as a small database pool allows next to the store's own requests. */
const AT_ONCE = 4

/** A payment's row may be locked for long: others must not wait for it. */
const STUCK_AFTER_MS = 10_000

function isStuck(): never {
  throw new Error(
    `Its payment is locked in the database for over ${STUCK_AFTER_MS / 1_000} s.`
  )
}

/** A failed attempt, with the time of the next one, if any. */
export type FailedWebhook = {
  id: string
  error: unknown
  retry_at: Date | null
}

/** A webhook after an attempt to process it, with the payment to settle. */
export type ProcessedWebhook =
  { id: string; payment_id: string | null } | FailedWebhook

/** The steps after processing, which are of the layer above the module. */
export type WebhookConsequences = {
  settle?(paymentId: string): Promise<void> | void
  failed?(webhook: FailedWebhook): void
  /** Whether no more are claimed. */
  isOver?(): boolean
}

/** A stored webhook that was read again. */
type Readable = { event: WebhookEventRow; report: WebhookReport }

/** With its verdict, where it changes nothing. */
type Judged = Readable & {
  judged: JudgedReport
  verdict: WebhookEventVerdict | null
}

export type WebhookEventsParts = VerifiedParts & {
  repository: Repository
  payments: Pick<Payments, "apply">
  publisher: Pick<EventPublisher, "exceptions">
  /** This store's name in the metadata of its payments. */
  storeName(): Promise<string | undefined>
  metrics: Pick<Metrics, "add">
}

/** Turns stored webhooks into facts of the ledger. */
export class WebhookEvents {
  constructor(private readonly parts: WebhookEventsParts) {}

  /**
   * Claims due webhooks and processes them, reports of money first, until none
   * is due. Any number of processes share them by their claims.
   *
   * @returns how many were processed
   */
  async processDue({
    settle,
    failed,
    isOver,
  }: WebhookConsequences = {}): Promise<number> {
    const { webhookEvents } = this.parts.repository
    let total = 0
    for (;;) {
      const before = total
      const claimed = isOver?.() ? [] : await webhookEvents.claimDue(CLAIMED)
      const processed = await this.process(claimed)
      await mapConcurrent(processed, AT_ONCE, async (each) => {
        if ("error" in each) {
          failed?.(each)
          return
        }
        total += 1
        if (each.payment_id) {
          await settle?.(each.payment_id)
        }
      })
      // If nothing succeeds, the next pass processes the rest.
      if (total === before) {
        return total
      }
    }
  }

  /**
   * Processes stored webhooks. Those that change nothing are finished together:
   * a busy gateway mostly sends these. A failed one is retried later, and
   * finally opens an exception.
   */
  async process(
    events: readonly WebhookEventRow[]
  ): Promise<ProcessedWebhook[]> {
    const readable: Readable[] = []
    const results: ProcessedWebhook[] = []
    for (const event of events) {
      try {
        const report = reportOf(event)
        readable.push({ event: await verified(event, this.parts), report })
      } catch (error) {
        results.push(await this.#fail(event, error))
      }
    }
    try {
      results.push(...(await this.#processAll(readable)))
    } catch (error) {
      // The database could not find their payments, or finish them. One of them
      // must not fail the others.
      for (const { event } of readable) {
        results.push(
          ...(readable.length > 1
            ? await this.process([event])
            : [await this.#fail(event, error)])
        )
      }
    }
    return results
  }

  async #processAll(
    readable: readonly Readable[]
  ): Promise<ProcessedWebhook[]> {
    const judged = await this.#judge(readable)
    await this.#finish(judged.flatMap(({ verdict }) => verdict ?? []))
    return await mapConcurrent(judged, AT_ONCE, async (each) => {
      const { id } = each.event
      try {
        const applied = each.verdict
          ? null
          : await withTimeout(this.#apply(each), STUCK_AFTER_MS, isStuck)
        return { id, payment_id: applied }
      } catch (error) {
        return await this.#fail(each.event, error)
      }
    })
  }

  async #judge(readable: readonly Readable[]): Promise<Judged[]> {
    if (!readable.length) {
      return []
    }
    const { repository, storeName } = this.parts
    const reports = readable.map(({ report }) => report)
    const payments = await findReportedPayments(repository.payments, reports)
    const store = await storeName()
    const now = new Date()
    return readable.map(({ event, report }, index) => {
      const payment = payments[index] ?? null
      const judged = classifyReport(report, payment, event.signed_for, store)
      return {
        event,
        report,
        judged,
        verdict: verdictOf(event, judged, now),
      }
    })
  }

  /** @returns the payment to settle */
  async #apply({ event, report, judged }: Judged): Promise<string | null> {
    const { repository, payments, exceptions } = this.parts
    const { id } = event
    switch (judged.is) {
      case "fact": {
        const { payment, fact } = judged
        if (!(await payments.apply(payment.id, fact, "webhook", id))) {
          // Deleted concurrently: on the retry it is money of an unknown payment.
          throw new Error(`Payment ${payment.id} was deleted meanwhile.`)
        }
        return payment.id
      }
      case "nameless money":
        await exceptions.open(null, namelessMoney(event), id)
        break
      case "unknown payment": {
        const { payment_id } = judged
        // A payment of the other rail is known, but its number is not trusted
        // here.
        if (!(await repository.payments.find({ id: payment_id }))) {
          const draft = await recordUnknownPayment(
            repository,
            event,
            payment_id,
            report
          )
          await exceptions.open(null, draft, id)
        }
        break
      }
      case "unproven":
        if (judged.payment.status !== "paid") {
          const { payment } = judged
          await exceptions.open(payment.id, unverifiedWebhook(payment))
        }
    }
    await this.#finish([ignored(event, judged)])
    return null
  }

  async #finish(verdicts: readonly WebhookEventVerdict[]): Promise<void> {
    if (verdicts.length) {
      const { repository, metrics } = this.parts
      await repository.webhookEvents.finish(verdicts, new Date())
      for (const { status } of verdicts) {
        metrics.add("stablecoin.webhook.processed", { outcome: status })
      }
    }
  }

  /** If the database is away, the webhook is due again once its lease expires. */
  async #fail(
    event: WebhookEventRow,
    error: unknown
  ): Promise<ProcessedWebhook> {
    const { repository, publisher, metrics } = this.parts
    const { id, next_attempt_at } = event
    try {
      const failed = await repository.webhookEvents.fail(
        event,
        messageOf(error)
      )
      if (failed) {
        const { status, opened } = failed
        metrics.add("stablecoin.webhook.processed", { outcome: status })
        await publisher.exceptions(opened)
      }
      return { id, error, retry_at: failed?.next_attempt_at ?? null }
    } catch {
      return { id, error, retry_at: next_attempt_at }
    }
  }
}
