import type { WebhookReport } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { Batcher } from "../../../shared/batcher"
import type { Repository } from "../repository"
import type {
  ReceivedWebhookEvent,
  StoredWebhookEvent,
} from "../repository/webhook-events/webhook-events"
import type { ProcessingOutcome } from "../telemetry/instruments"
import type {
  AcceptedWebhook,
  IncomingWebhook,
  WebhookVerdict,
} from "./accept-webhook"
import { foreignByName } from "./classify-report"
import { HEALTH_PROBE_EVENT } from "./health-probe"
import type { SignerScope } from "./webhook-signers"

/** A few megabytes of the largest bodies. */
const STORED_AT_ONCE = 64
/** Time after which a short statement counts as blocked. */
const STUCK_AFTER_MS = 500
/** Further webhooks are rejected, so that the gateway sends them again. */
const STORED_LATER = 1_000

export type WebhookAcceptorParts = {
  repository: {
    webhookEvents: Pick<Repository["webhookEvents"], "insert">
    probes: Pick<Repository["probes"], "note">
  }
  judge(webhook: IncomingWebhook): Promise<WebhookVerdict>
  /** Counts a webhook that ends when it is stored. */
  count(outcome: ProcessingOutcome): void
}

/**
 * Verifies webhooks and stores them durably. Those that arrive while a statement
 * runs share the next one, and its commit.
 */
export class WebhookAcceptor {
  readonly #arriving = new Batcher<ReceivedWebhookEvent, StoredWebhookEvent>({
    maxBatchSize: STORED_AT_ONCE,
    run: async (received) =>
      await this.parts.repository.webhookEvents.insert(received),
    maxQueued: STORED_LATER,
    timeoutMs: STUCK_AFTER_MS,
  })

  constructor(private readonly parts: WebhookAcceptorParts) {}

  /**
   * Verifies a webhook and stores it before returning.
   *
   * @throws when the webhook is genuine and can't be stored
   */
  async accept(webhook: IncomingWebhook): Promise<AcceptedWebhook> {
    const { rail, body } = webhook
    const verdict = await this.parts.judge(webhook)
    if (!verdict.ok) {
      return verdict
    }
    const { report, signed_for } = verdict
    if (report.event === HEALTH_PROBE_EVENT) {
      await this.parts.repository.probes.note(body)
      return { ok: true, isProbe: true }
    }
    const webhookEvent = await this.#arriving.add(
      receivedEvent(rail, body, report, signed_for)
    )
    if (webhookEvent.is_new && webhookEvent.status === "ignored") {
      this.parts.count("ignored")
    }
    return { ok: true, isProbe: false, webhookEvent }
  }
}

/** A verified webhook as it is stored. */
function receivedEvent(
  rail: Rail,
  body: Buffer,
  report: WebhookReport,
  signed_for: readonly SignerScope[]
): ReceivedWebhookEvent {
  return {
    rail,
    event: report.event,
    body,
    signed_for,
    reports_money: report.outcome === "paid",
    gateway_id: report.gateway_id ?? null,
    foreign: foreignByName(report),
  }
}
