import type { WebhookReport } from "../../../gateway"
import type { Rail } from "../../../ledger"
import type { Repository } from "../repository"
import type { ReceivedWebhookEvent } from "../repository/webhook-events/store-webhook-events"
import type { ProcessingOutcome } from "../telemetry/instruments"
import type {
  AcceptedWebhook,
  IncomingWebhook,
  WebhookVerdict,
} from "./accept-webhook"
import { foreignByName } from "./classify-report"
import { HEALTH_PROBE_EVENT } from "./health-probe"
import type { SignerScope } from "./webhook-signers"

export type WebhookAcceptorParts = {
  repository: {
    webhookEvents: Pick<Repository["webhookEvents"], "store">
    probes: Pick<Repository["probes"], "note">
  }
  judge(webhook: IncomingWebhook): Promise<WebhookVerdict>
  /** Counts a webhook that ends when it is stored. */
  count(outcome: ProcessingOutcome): void
}

/** Verifies webhooks and stores them durably. */
export class WebhookAcceptor {
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
    const webhookEvent = await this.parts.repository.webhookEvents.store(
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
