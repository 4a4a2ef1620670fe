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
} from "../repository/webhook-events"
import type { ReopenedWebhookEvent } from "../repository/webhook-event-retries"
import type { Purged, PurgeBatch } from "../repository/purge-webhook-events"
import type { WebhookEventRow } from "../repository/tables"
import type { ProcessingOutcome } from "../telemetry/instruments"
import type { Metrics } from "../telemetry/metrics"

/** Of the largest bodies, a few megabytes. */
const STORED_AT_ONCE = 64
const SORTED_AT_ONCE = 500
/** So many in a round are a burst. */
const BURST = 4
const BURST_GATHERS_MS = 2
/** While a burst goes on: the more gather, the fewer statements they cost. */
const BURST_SORTED_EVERY_MS = 250
/** A statement of a moment that takes so long waits for something. */
const STUCK_AFTER_MS = 500
/** More than these are told to come again. */
const STORED_LATER = 1_000
/** More than these are left to the job. */
const SORTED_LATER = 1_000

/** The life of a webhook, from the moment that it is on disk until it is purged. */
export class WebhookEvents {
  /** Those that come at the same moment share a statement, and its commit. */
  readonly #arriving = new Batcher<ReceivedWebhookEvent, StoredWebhookEvent>({
    maxBatchSize: STORED_AT_ONCE,
    run: async (received) =>
      await this.repository.insertWebhookEvents(received, new Date()),
    // As PostgreSQL's own commit_delay: where several come at once, more are on their way.
    maxQueued: STORED_LATER,
    timeoutMs: STUCK_AFTER_MS,
    pause: (last) => (last >= BURST ? rest(BURST_GATHERS_MS) : undefined),
  })
  /** Once they are answered: nobody waits for it, and the more gather the less each costs. */
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

  /** Webhooks of this process that wait to be stored, and to be sorted out. */
  get waiting(): { store_webhooks: number; sort_webhooks: number } {
    return {
      store_webhooks: this.#arriving.waiting,
      sort_webhooks: this.#sorting.waiting,
    }
  }

  /**
   * Verifies a webhook and stores it; once this returns a webhook, it is on
   * disk. The one way in, whatever route it came by.
   *
   * @throws when it is genuine and can't be stored
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
      await this.repository.noteProbe(body)
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
   * Ends a webhook that has nothing to say to the ledger, such as one of
   * another shop's order: most of what a busy gateway sends, and not worth a
   * workflow each. Money is never kept waiting behind those.
   *
   * @returns whether it is still to be driven, now
   */
  async triage(arrived: ArrivedWebhookEvent): Promise<boolean> {
    if (arrived.report.outcome === "paid") {
      return true
    }
    return await this.#sorting.addUnlessFull(arrived, false)
  }

  /**
   * The same for webhooks that were left to the job, however many a flood has
   * left.
   *
   * @returns the ids of those that are still to be driven
   */
  async triageLeft(ids: readonly string[]): Promise<string[]> {
    const left = await this.repository.findWebhookEvents(ids)
    const arrived = left.flatMap(
      (webhookEvent) => readAgain(webhookEvent) ?? []
    )
    const sorted = await this.#sort(arrived)
    const done = arrived.flatMap(({ id }, index) =>
      isDone(sorted[index]) ? id : []
    )
    return ids.filter((id) => !done.includes(id))
  }

  /** Expects a probe of the health check, which is about to be sent. */
  async awaitProbe(rail: Rail, body: Buffer): Promise<void> {
    await this.repository.awaitProbe({ rail, body })
  }

  /** Removes an awaited probe. @returns whether it has come in, in this database */
  async takeProbe(body: Buffer): Promise<boolean> {
    return await this.repository.takeProbe(body)
  }

  async find(id: string): Promise<WebhookEventRow | null> {
    return await this.repository.findWebhookEvent(id)
  }

  /** It says nothing that the ledger knows, about the payment that it names if there is one. */
  async ignore(
    id: string,
    error: string,
    payment_id: string | null = null
  ): Promise<void> {
    const verdict = { status: "ignored", payment_id, error } as const
    await this.repository.finishWebhookEvent(id, verdict, new Date())
  }

  /** It is about another shop's order: its digest is kept for some days, and its body is not. */
  async ignoreForeign(id: string, error: string): Promise<void> {
    const verdict = { status: "ignored", is_foreign: true, error } as const
    await this.repository.finishWebhookEvent(id, verdict, new Date())
    this.count("ignored")
  }

  /** Driving it failed: it is driven again later, and at last a person is asked. */
  async fail(id: string, error: string): Promise<void> {
    const failed = await this.repository.failWebhookEvent(id, error, new Date())
    if (failed) {
      this.count(failed.status)
      await this.publisher.exceptions(failed.opened)
    }
  }

  /** Claims at most `limit` that are due, for this process alone. */
  async claimDue(limit: number): Promise<string[]> {
    return await this.repository.claimDueWebhookEvents(limit, new Date())
  }

  /** Has one driven again; whoever calls drives it, or after a minute the job. */
  async reopen(id: string): Promise<ReopenedWebhookEvent> {
    return await this.repository.reopenWebhookEvent(id, new Date())
  }

  /** Deletes a batch of those that came to an end. */
  async purge(batch: PurgeBatch): Promise<Purged> {
    return await this.repository.purgeWebhookEvents(batch)
  }

  /** Deletes a batch of the digests of other shops' webhooks. */
  async purgeForeign(batch: PurgeBatch): Promise<Purged> {
    return await this.repository.purgeForeignWebhookEvents(batch)
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

  /** A burst stands still for a moment many times a second, and is not over then. */
  async #pauseOfBurst(last: number): Promise<void> {
    const longest = rest(BURST_SORTED_EVERY_MS)
    await (last < BURST
      ? Promise.race([this.#arriving.idle(), longest])
      : longest)
  }
}

/** Null for what is driven in any case: money, and what can't be read, which driving it tells. */
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
