import { SIGNATURE_HEADER } from "../../../gateway"
import { accountOf } from "../accounts/effective-accounts"
import type { Repository } from "../repository"
import type { WebhookEventRow } from "../repository/tables"
import type { AdminSettings } from "../settings/admin-settings"
import type { Settings } from "../settings/settings"
import { countProcessing } from "../telemetry/metrics"
import {
  type AcceptedWebhook,
  type IncomingWebhook,
  judgeWebhook,
  type WebhookVerdict,
} from "./accept-webhook"
import { findReportedPayments, foreignByName } from "./classify-report"
import { HEALTH_PROBE_EVENT } from "./health-probe"
import {
  unverifiedWebhook,
  UnverifiedWebhooks,
  type UnverifiedWebhooksParts,
} from "./unverified-webhooks"
import { covers } from "./webhook-signers"

/**
 * Attempts before an unverified webhook opens an exception, about 9 minutes: a
 * secret that was changed at the gateway is entered meanwhile.
 */
const ATTEMPTS = 8

export type WebhookAcceptorParts = Omit<UnverifiedWebhooksParts, "isKnown"> & {
  repository: {
    payments: Pick<Repository["payments"], "find">
    webhookEvents: Pick<Repository["webhookEvents"], "store">
    probes: Pick<Repository["probes"], "note">
  }
  settings: Pick<AdminSettings, "recent" | "renewed">
}

/**
 * Verifies webhooks and stores them durably. It knows the current credentials,
 * and those that payments were started with before the merchant changed them.
 */
export class WebhookAcceptor {
  readonly #unverified: UnverifiedWebhooks

  constructor(private readonly parts: WebhookAcceptorParts) {
    this.#unverified = new UnverifiedWebhooks({
      ...parts,
      isKnown: async ({ rail, account }) => {
        const known = await parts.settings.recent()
        return (
          accountOf(known, rail, account) !== null ||
          known.unreadable[rail].includes(account)
        )
      },
    })
  }

  /**
   * Verifies a webhook and stores it before returning.
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
    const { webhookEvents, probes } = this.parts.repository
    if (report.event === HEALTH_PROBE_EVENT) {
      await probes.note(body)
      return { ok: true, isProbe: true }
    }
    const webhookEvent = await webhookEvents.store({
      rail,
      event: report.event,
      body,
      signed_for,
      reports_money: report.outcome === "paid",
      gateway_id: report.gateway_id ?? null,
      foreign: foreignByName(report),
    })
    if (webhookEvent.is_new && webhookEvent.status === "ignored") {
      countProcessing("ignored")
    }
    return { ok: true, isProbe: false, webhookEvent }
  }

  /**
   * Verifies and parses a webhook with every secret of its rail. A secret
   * confirms only payments of its account, and a replaced one only older
   * payments. For a secret in use, this is checked when the webhook is applied,
   * so that accepting a webhook costs no read.
   *
   * While a secret of the rail can't be read, a webhook that no other secret
   * signed gets a 503 instead of a 401. The gateway then sends it again.
   *
   * @throws when the database can't be read, and so the sender is unknown
   */
  async judge(webhook: IncomingWebhook): Promise<WebhookVerdict> {
    const { settings } = this.parts
    const known = await settings.recent()
    const verdict = await this.#judgeBy(known, webhook)
    if (!isStrange(verdict)) {
      return verdict
    }
    const renewed = (await settings.renewed()) ?? known
    // The same settings would only reject a forged webhook a second time.
    const again = orUnavailable(
      renewed === known ? verdict : await this.#judgeBy(renewed, webhook),
      webhook,
      renewed
    )
    if (!again.ok && again.reason === "unauthorized") {
      this.#unverified.note(webhook, again.is_replaced === true)
    }
    return again
  }

  /**
   * Verifies a stored webhook again, if no secret had confirmed it.
   *
   * @throws when none does yet
   */
  async verified(event: WebhookEventRow): Promise<WebhookEventRow> {
    const { id, signature, body, rail, payment_id, attempts } = event
    if (!signature || body === null) {
      return event
    }
    const { settings, repository, openException } = this.parts
    const verdict = await this.#judgeBy(await settings.recent(), {
      rail,
      body: Buffer.from(body, "utf8"),
      header: () => signature,
    })
    if (verdict.ok) {
      return { ...event, signed_for: verdict.signed_for }
    }
    const payment = await repository.payments.find({ id: payment_id ?? "" })
    if (attempts >= ATTEMPTS && payment && payment.status !== "paid") {
      await openException(payment.id, unverifiedWebhook(payment), id)
    }
    throw new Error(
      "No secret of this store confirms its signature. If the secret was changed at the gateway, enter the new one."
    )
  }

  async #judgeBy(
    { accounts, webhookSigners }: Settings,
    webhook: IncomingWebhook
  ): Promise<WebhookVerdict> {
    const { rail } = webhook
    const verdict = judgeWebhook(webhook, webhookSigners[rail])
    const isCurrent =
      verdict.ok &&
      verdict.signed_for.some(
        ({ account, created_before }) =>
          account === accounts[rail]?.account && created_before === null
      )
    return isCurrent || !verdict.ok
      ? verdict
      : await this.#comparedWithPayment(verdict)
  }

  /**
   * Accepts a webhook that no secret in use signed only when one of its signers
   * confirms the payment, or when the payment is not ours.
   */
  async #comparedWithPayment(
    verdict: Extract<WebhookVerdict, { ok: true }>
  ): Promise<WebhookVerdict> {
    const [payment] = await findReportedPayments(
      this.parts.repository.payments,
      [verdict.report]
    )
    const { signed_for } = verdict
    if (!payment || signed_for.some((scope) => covers(scope, payment))) {
      return verdict
    }
    return {
      ok: false,
      reason: "unauthorized",
      is_replaced: signed_for.some(
        ({ account }) => account === payment.account
      ),
      message:
        "The secret that signed this body confirms no payment of this account and time.",
    }
  }
}

/**
 * Turns a rejection into a 503 while an unreadable secret may have signed the
 * webhook. An unsigned one is not from the gateway and stays rejected.
 */
function orUnavailable(
  verdict: WebhookVerdict,
  { rail, header }: IncomingWebhook,
  { unreadable }: Settings
): WebhookVerdict {
  return isStrange(verdict) &&
    header(SIGNATURE_HEADER[rail]) &&
    unreadable[rail].length > 0
    ? {
        ok: false,
        reason: "unavailable",
        message: `A secret of the ${rail} rail that may have signed this can't be read at the moment.`,
      }
    : verdict
}

/** Whether no secret confirms the webhook. */
function isStrange(verdict: WebhookVerdict): boolean {
  return !verdict.ok && verdict.reason !== "invalid_data"
}
