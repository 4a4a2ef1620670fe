import { setTimeout as rest } from "node:timers/promises"
import type { Rail } from "../../../ledger"
import {
  type AcceptedWebhook,
  type IncomingWebhook,
  PARSE_WEBHOOK,
  type WebhookVerdict,
} from "./accept-webhook"
import type { EventPublisher } from "../payments/event-publisher"
import { HEALTH_PROBE_EVENT } from "./health-probe"
import { Batcher } from "../../../shared/batcher"
import { type ArrivedWebhookEvent, triage } from "./triage"
import type { Repository } from "../repository"
import type {
  ReceivedWebhookEvent,
  StoredWebhookEvent,
} from "../repository/webhook-events/webhook-events"
import type { ReopenedWebhookEvent } from "../repository/webhook-events/webhook-event-retries"
import type {
  Purged,
  PurgeBatch,
} from "../repository/webhook-events/purge-webhook-events"
import type { WebhookEventRow } from "../repository/tables"
import type { ProcessingOutcome } from "../telemetry/instruments"
import type { Metrics } from "../telemetry/metrics"

/** A few megabytes of the largest bodies. */
const STORED_AT_ONCE = 64
const SORTED_AT_ONCE = 500
/** Batch size from which a burst is assumed. */
const BURST = 4
const BURST_GATHERS_MS = 2
/** Batching interval during a burst: larger batches need fewer statements. */
const BURST_SORTED_EVERY_MS = 250
/** Time after which a short statement counts as blocked. */
const STUCK_AFTER_MS = 500
/** Further webhooks are rejected, so that the gateway sends them again. */
const STORED_LATER = 1_000
/** Further webhooks are left to the job. */
const SORTED_LATER = 1_000

/** Stores, triages, retries and purges webhook events. */
export class WebhookEvents {
  /** Concurrent webhooks share a statement and its commit. */
  readonly #arriving = new Batcher<ReceivedWebhookEvent, StoredWebhookEvent>({
    maxBatchSize: STORED_AT_ONCE,
    run: async (received) =>
      await this.repository.webhookEvents.insert(received, new Date()),
    // Like PostgreSQL's commit_delay: after several concurrent webhooks, more
    // are likely.
    maxQueued: STORED_LATER,
    timeoutMs: STUCK_AFTER_MS,
    pause: (last) => (last >= BURST ? rest(BURST_GATHERS_MS) : undefined),
  })
  /** Runs after the response, so it may wait for larger, cheaper batches. */
  readonly #sorting = new Batcher<ArrivedWebhookEvent, boolean>({
    maxBatchSize: SORTED_AT_ONCE,
    run: async (arrived) => await this.#sort(arrived),
    maxQueued: SORTED_LATER,
    timeoutMs: STUCK_AFTER_MS,
    pause: (last) =>
      last < SORTED_AT_ONCE ? this.#pauseOfBurst(last) : undefined,
  })

  constructor(
    private readonly repository: Repository,
    private readonly publisher: EventPublisher,
    private readonly judge: (
      webhook: IncomingWebhook
    ) => Promise<WebhookVerdict>,
    private readonly metrics: Pick<Metrics, "add">
  ) {}

  /** Webhooks of this process that wait to be stored, and to be triaged. */
  get waiting(): { store_webhooks: number; sort_webhooks: number } {
    return {
      store_webhooks: this.#arriving.waiting,
      sort_webhooks: this.#sorting.waiting,
    }
  }

  /**
   * Verifies a webhook and stores it durably before returning. Every route uses
   * it.
   *
   * @throws when the webhook is genuine and can't be stored
   */
  async accept(webhook: IncomingWebhook): Promise<AcceptedWebhook> {
    const { rail, body } = webhook
    const verdict = await this.judge(webhook)
    if (!verdict.ok) {
      return verdict
    }
    const { report, signed_for } = verdict
    const { event } = report
    if (event === HEALTH_PROBE_EVENT) {
      await this.repository.probes.note(body)
      return { ok: true, isProbe: true }
    }
    const webhookEvent = await this.#arriving.add({
      rail,
      event,
      body,
      signed_for,
    })
    return { ok: true, isProbe: false, webhookEvent, report, signed_for }
  }

  /**
   * Finishes a webhook that changes nothing in the ledger, such as one of
   * another store's order. A busy gateway mostly sends these, and they are not
   * worth a workflow each. Reports of money never wait behind them.
   *
   * @returns whether the webhook still has to be processed now
   */
  async triage(arrived: ArrivedWebhookEvent): Promise<boolean> {
    if (arrived.report.outcome === "paid") {
      return true
    }
    return await this.#sorting.addUnlessFull(arrived, false)
  }

  /**
   * Triages webhooks that were left to the job, in any number.
   *
   * @returns the ids of those that still have to be processed
   */
  async triageLeft(ids: readonly string[]): Promise<string[]> {
    const left = await this.repository.webhookEvents.findAll(ids)
    const arrived = left.flatMap(
      (webhookEvent) => readAgain(webhookEvent) ?? []
    )
    const sorted = await this.#sort(arrived)
    const done = arrived.flatMap(({ id }, index) =>
      isDone(sorted[index]) ? id : []
    )
    return ids.filter((id) => !done.includes(id))
  }

  /** Registers a probe that the health check is about to send. */
  async awaitProbe(rail: Rail, body: Buffer): Promise<void> {
    await this.repository.probes.await({ rail, body })
  }

  /**
   * Removes a registered probe.
   *
   * @returns whether it was received, in this database
   */
  async takeProbe(body: Buffer): Promise<boolean> {
    return await this.repository.probes.take(body)
  }

  async find(id: string): Promise<WebhookEventRow | null> {
    return await this.repository.webhookEvents.find(id)
  }

  /**
   * Ignores a webhook that the ledger has no fact for, with the payment that it
   * names, if any.
   */
  async ignore(
    id: string,
    error: string,
    payment_id: string | null = null
  ): Promise<void> {
    const verdict = { status: "ignored", payment_id, error } as const
    await this.repository.webhookEvents.finish(id, verdict, new Date())
  }

  /**
   * Ignores a webhook of another store's order. Its digest is kept for some
   * days, and its body is not.
   */
  async ignoreForeign(id: string, error: string): Promise<void> {
    const verdict = { status: "ignored", is_foreign: true, error } as const
    await this.repository.webhookEvents.finish(id, verdict, new Date())
    this.count("ignored")
  }

  /**
   * Records a failed attempt. The webhook is retried later, and finally opens
   * an exception.
   */
  async fail(id: string, error: string): Promise<void> {
    const failed = await this.repository.webhookEvents.fail(
      id,
      error,
      new Date()
    )
    if (failed) {
      this.count(failed.status)
      await this.publisher.exceptions(failed.opened)
    }
  }

  /** Claims at most `limit` due webhooks for this process. */
  async claimDue(limit: number): Promise<string[]> {
    return await this.repository.webhookEvents.claimDue(limit, new Date())
  }

  /**
   * Reopens a webhook. The caller processes it, or the job does after a minute.
   */
  async reopen(id: string): Promise<ReopenedWebhookEvent> {
    return await this.repository.webhookEvents.reopen(id, new Date())
  }

  /** Deletes a batch of finished webhook events. */
  async purge(batch: PurgeBatch): Promise<Purged> {
    return await this.repository.webhookEvents.purge(batch)
  }

  /** Deletes a batch of digests of other stores' webhooks. */
  async purgeForeign(batch: PurgeBatch): Promise<Purged> {
    return await this.repository.webhookEvents.purgeForeign(batch)
  }

  /** Counts an attempt to process a webhook. */
  count(outcome: ProcessingOutcome): void {
    this.metrics.add("stablecoin.webhook.processed", { outcome })
  }

  async #sort(
    arrived: readonly ArrivedWebhookEvent[]
  ): Promise<PromiseSettledResult<boolean>[]> {
    return await triage(this.repository, arrived, new Date(), (outcome) =>
      this.count(outcome)
    )
  }

  /**
   * Waits during a burst, which has many short gaps per second that don't end
   * it.
   */
  async #pauseOfBurst(last: number): Promise<void> {
    const longest = rest(BURST_SORTED_EVERY_MS)
    await (last < BURST
      ? Promise.race([this.#arriving.idle(), longest])
      : longest)
  }
}

/**
 * Null for webhooks that are always processed: reports of money, and bodies
 * that can't be parsed, whose error the processing reports.
 */
function readAgain({
  id,
  rail,
  body,
  signed_for,
}: WebhookEventRow): ArrivedWebhookEvent | null {
  if (body === null) {
    return null
  }
  try {
    const report = PARSE_WEBHOOK[rail](Buffer.from(body, "utf8"))
    return report.outcome === "paid" ? null : { id, report, signed_for }
  } catch {
    return null
  }
}

function isDone(
  sorted: PromiseSettledResult<boolean> | undefined
): sorted is PromiseFulfilledResult<false> {
  return sorted?.status === "fulfilled" && !sorted.value
}
