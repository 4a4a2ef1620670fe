import type { Rail } from "../../../ledger"
import {
  type AcceptedWebhook,
  type IncomingWebhook,
  type WebhookVerdict,
} from "./accept-webhook"
import type { EventPublisher } from "../payments/event-publisher"
import { type ArrivedWebhookEvent, triage } from "./triage"
import { triageLeft } from "./triage-left"
import { TriageBatches } from "./triage-batches"
import { WebhookAcceptor } from "./webhook-acceptor"
import type { Repository } from "../repository"
import type { ClaimLimits } from "../repository/webhook-events/webhook-event-retries"
import type { ProcessingOutcome } from "../telemetry/instruments"
import type { Metrics } from "../telemetry/metrics"

/** Stores, triages and retries webhook events. */
export class WebhookEvents {
  readonly #acceptor: WebhookAcceptor
  readonly #batches = new TriageBatches({
    stored: async () => await this.#acceptor.idle(),
    triage: async (arrived) => await this.#triageAll(arrived),
    leave: () => this.onLeft(),
  })

  constructor(
    private readonly repository: Repository,
    private readonly publisher: EventPublisher,
    judge: (webhook: IncomingWebhook) => Promise<WebhookVerdict>,
    /** This store's name in the metadata of its payments. */
    private readonly storeName: () => Promise<string | undefined>,
    private readonly metrics: Pick<Metrics, "add">,
    /** Called when this process leaves a webhook to be processed later. */
    private readonly onLeft: () => void
  ) {
    this.#acceptor = new WebhookAcceptor({
      repository,
      judge,
      count: (outcome) => this.count(outcome),
    })
  }

  /** Webhooks of this process that wait to be stored, and to be triaged. */
  get waiting(): { store_webhooks: number; sort_webhooks: number } {
    return {
      store_webhooks: this.#acceptor.waiting,
      sort_webhooks: this.#batches.waiting,
    }
  }

  /**
   * Verifies a webhook and stores it durably before returning. Every route uses
   * it.
   *
   * @throws when the webhook is genuine and can't be stored
   */
  async accept(webhook: IncomingWebhook): Promise<AcceptedWebhook> {
    return await this.#acceptor.accept(webhook)
  }

  /**
   * Finishes a webhook that changes nothing in the ledger, such as one of
   * another store's order. A busy gateway mostly sends these, and they are not
   * worth a workflow each. Reports of money never wait behind them.
   *
   * @returns whether the webhook still has to be processed now
   */
  async triage(arrived: ArrivedWebhookEvent): Promise<boolean> {
    return await this.#batches.triage(arrived)
  }

  /**
   * Triages webhooks that were left to the job, in any number.
   *
   * @returns the ids of those that still have to be processed
   */
  async triageLeft(ids: readonly string[]): Promise<string[]> {
    return await triageLeft(
      this.repository.webhookEvents,
      ids,
      async (arrived) => await this.#triageAll(arrived)
    )
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

  /** Claims due webhooks for this process, reports of money first. */
  async claimDue(limits: ClaimLimits): Promise<string[]> {
    return await this.repository.webhookEvents.claimDue(limits, new Date())
  }

  /** Makes claimed webhooks due again, for which no time was left. */
  async release(ids: readonly string[]): Promise<void> {
    await this.repository.webhookEvents.release(ids, new Date())
  }

  /** Counts an attempt to process a webhook. */
  count(outcome: ProcessingOutcome): void {
    this.metrics.add("stablecoin.webhook.processed", { outcome })
  }

  async #triageAll(
    arrived: readonly ArrivedWebhookEvent[]
  ): Promise<PromiseSettledResult<boolean>[]> {
    const of = { store: await this.storeName(), now: new Date() }
    return await triage(this.repository, arrived, of, (outcome) =>
      this.count(outcome)
    )
  }
}
