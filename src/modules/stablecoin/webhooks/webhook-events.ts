import { parseWebhook, type WebhookReport } from "../../../gateway"
import {
  changesPayment,
  type Fact,
  isOpen,
  type Payment,
} from "../../../ledger"
import { Batcher } from "../../../shared/batcher"
import { mapConcurrent } from "../../../shared/map-concurrent"
import { messageOf } from "../../../shared/message-of"
import { Semaphore } from "../../../shared/semaphore"
import { withTimeout } from "../../../shared/with-timeout"
import type { EventPublisher } from "../payments/event-publisher"
import type { Exceptions } from "../payments/exceptions"
import type { Payments } from "../payments/payments"
import type { Repository } from "../repository"
import type { WebhookEventRow } from "../repository/tables"
import {
  MAX_ATTEMPTS,
  type WebhookEventVerdict,
} from "../repository/webhook-events/webhook-events"
import { countProcessing } from "../telemetry/metrics"
import { classifyReport, findReportedPayments } from "./classify-report"
import { namelessMoney, recordUnknownPayment } from "./unknown-money"
import { unverifiedWebhook } from "./unverified-webhooks"
import type { WebhookAcceptor } from "./webhook-acceptor"

/** Few, so that reports of money that arrive meanwhile are soon claimed. */
const CLAIMED_AT_ONCE = 20
/** As many as a small database pool allows next to the store's own requests. */
const AT_ONCE = 4

/** Webhooks that are processed together share their statements. */
const SHARED = {
  concurrency: 1,
  maxBatchSize: CLAIMED_AT_ONCE,
  maxQueued: 1_000,
}

/** A payment's row may be locked for long: others must not wait for it. */
const STUCK_AFTER_MS = 10_000

/** All that are claimed together, where each waits for its payment. */
const PROCESSED_WITHIN_MS = (CLAIMED_AT_ONCE / AT_ONCE + 1) * STUCK_AFTER_MS

function isStuck(): never {
  throw new Error(
    `Its payment, or a row that it writes, is locked in the database for over ${STUCK_AFTER_MS / 1_000} s.`
  )
}

/** A failed attempt. */
export type FailedWebhook = { id: string; error: unknown }

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

export type WebhookEventsParts = {
  repository: Repository
  /** Verifies those that no secret had confirmed. */
  acceptor: Pick<WebhookAcceptor, "verified">
  exceptions: Pick<Exceptions, "open">
  payments: Pick<Payments, "apply">
  publisher: Pick<EventPublisher, "announce">
  /**
   * This store's name in the metadata of its payments, which differs from that
   * of other stores of the same gateway account.
   */
  storeName(): Promise<string | undefined>
}

/** Turns stored webhooks into facts of the ledger. */
export class WebhookEvents {
  readonly #finds = new Batcher<WebhookReport, Payment | null>({
    ...SHARED,
    run: async (reports) =>
      await findReportedPayments(this.parts.repository.payments, reports),
  })
  readonly #verdicts = new Batcher<WebhookEventVerdict, void>({
    ...SHARED,
    run: async (verdicts) => {
      await this.parts.repository.webhookEvents.finish(verdicts, new Date())
      return []
    },
  })
  readonly #changes = new Semaphore(AT_ONCE)

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
      const claimed = isOver?.()
        ? []
        : await webhookEvents.claimDue(CLAIMED_AT_ONCE)
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
   * Processes stored webhooks. A failed one is retried later, and finally opens
   * an exception.
   */
  async process(
    events: readonly WebhookEventRow[]
  ): Promise<ProcessedWebhook[]> {
    return await mapConcurrent(events, CLAIMED_AT_ONCE, async (event) => {
      try {
        const applied = this.#apply(event)
        const payment_id = await withTimeout(
          applied,
          PROCESSED_WITHIN_MS,
          isStuck
        )
        return { id: event.id, payment_id }
      } catch (error) {
        return await this.#fail(event, error)
      }
    })
  }

  /** @returns the payment to settle */
  async #apply(stored: WebhookEventRow): Promise<string | null> {
    const { repository, acceptor, exceptions, storeName } = this.parts
    const report = reportOf(stored)
    const event = await acceptor.verified(stored)
    const { id, signed_for } = event
    const judged = classifyReport(
      report,
      await this.#finds.add(report),
      signed_for,
      await storeName()
    )
    switch (judged.is) {
      case "fact": {
        const { payment, fact } = judged
        // Facts only advance the status: one that changes nothing now changes
        // no later status either, so no row lock is needed.
        if (isOpen(payment) && !changesPayment(payment, fact, new Date())) {
          const payment_id = payment.id
          await this.#finish({
            id,
            status: "processed",
            payment_id,
            error: null,
          })
          return null
        }
        await this.#change(payment.id, fact, id)
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
    await this.#finish({
      id,
      status: "ignored",
      payment_id: "payment" in judged ? judged.payment.id : null,
      error: judged.reason,
      is_foreign: judged.is === "foreign",
      signed_for,
    })
    return null
  }

  async #change(
    paymentId: string,
    fact: Fact,
    webhookEventId: string
  ): Promise<void> {
    const applied = await this.#changes.run(() =>
      withTimeout(
        this.parts.payments.apply(paymentId, fact, "webhook", webhookEventId),
        STUCK_AFTER_MS,
        isStuck
      )
    )
    if (!applied) {
      // Deleted concurrently: on the retry it is money of an unknown payment.
      throw new Error(`Payment ${paymentId} was deleted meanwhile.`)
    }
  }

  async #finish(verdict: WebhookEventVerdict): Promise<void> {
    await this.#verdicts.add(verdict)
    countProcessing(verdict.status)
  }

  async #fail(event: WebhookEventRow, error: unknown): Promise<FailedWebhook> {
    const { repository, publisher } = this.parts
    try {
      const message = messageOf(error)
      const failed = await repository.webhookEvents.fail(event, message)
      if (failed) {
        countProcessing(failed.status)
        await publisher.announce({ opened: failed.opened })
      }
    } catch {
      // If the database is away, it is due again once its lease expires.
    }
    return { id: event.id, error }
  }
}

/**
 * Money has arrived by the time of its webhook, however late that is processed.
 *
 * @throws when it can't be read, such as after an update of the plugin, or must
 *   not be tried again
 */
function reportOf({
  rail,
  body,
  attempts,
  created_at,
}: WebhookEventRow): WebhookReport {
  if (attempts > MAX_ATTEMPTS) {
    throw new Error("Each attempt was interrupted: the process may have ended.")
  }
  if (body === null) {
    throw new Error("Its body was erased while it waited to be processed.")
  }
  const report = parseWebhook(rail, Buffer.from(body, "utf8"))
  const { paid } = report
  const isBefore = paid?.paid_at && new Date(paid.paid_at) < created_at
  return paid && !isBefore
    ? { ...report, paid: { ...paid, paid_at: created_at.toISOString() } }
    : report
}
