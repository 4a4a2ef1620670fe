import { isDeepStrictEqual } from "node:util"
import type { Rail } from "../../../ledger"
import { SIGNATURE_HEADER } from "../../../gateway"
import type { AdminSettings } from "../settings/admin-settings"
import type { RetainedAccounts } from "../settings/retained-accounts"
import type { Settings } from "../settings/settings"
import {
  type IncomingWebhook,
  judgeWebhook,
  type WebhookVerdict,
} from "./accept-webhook"
import { findReportedPayments } from "./find-reported-payment"
import {
  UnverifiedWebhooks,
  type UnverifiedWebhooksParts,
} from "./unverified-webhooks"
import { covers, type SignerScope, type WebhookSigner } from "./webhook-signers"

export type WebhookJudgeParts = Omit<UnverifiedWebhooksParts, "isKnown"> & {
  settings: Pick<AdminSettings, "recent" | "renewed">
  retained: RetainedAccounts
}

/**
 * Verifies webhooks with the current credentials, and with those that payments
 * were started with before the merchant changed them.
 */
export class WebhookJudge {
  readonly #unverified: UnverifiedWebhooks

  constructor(private readonly parts: WebhookJudgeParts) {
    const { settings, retained } = parts
    this.#unverified = new UnverifiedWebhooks({
      ...parts,
      isKnown: async ({ rail, account }) =>
        retained.has(rail, account, await settings.recent()),
    })
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
    const { settings, retained } = this.parts
    const known = await settings.recent()
    const signers = await this.#signers(webhook.rail, known)
    const verdict = await this.#judgeBy(signers, known, webhook)
    if (!isStrange(verdict)) {
      return verdict
    }
    const renewed = (await settings.renewed()) ?? known
    await retained.readAgain()
    const renewedSigners = await this.#signers(webhook.rail, renewed)
    // The same secrets would only reject a forged webhook a second time.
    const again = this.#orUnavailable(
      isDeepStrictEqual(renewedSigners, signers)
        ? verdict
        : await this.#judgeBy(renewedSigners, renewed, webhook),
      webhook,
      renewed
    )
    if (!again.ok && again.reason === "unauthorized") {
      this.#unverified.note(webhook, again.is_replaced === true)
    }
    return again
  }

  /**
   * Verifies a webhook that no secret had confirmed with those of now.
   *
   * @returns the payments that it confirms; none: it is still not verified
   */
  async verifyAgain(webhook: IncomingWebhook): Promise<SignerScope[]> {
    const settings = await this.parts.settings.recent()
    const signers = await this.#signers(webhook.rail, settings)
    const verdict = await this.#judgeBy(signers, settings, webhook)
    return verdict.ok ? verdict.signed_for : []
  }

  async #signers(rail: Rail, settings: Settings): Promise<WebhookSigner[]> {
    const retained = await this.parts.retained.signers(rail, settings)
    return [...settings.webhookSigners[rail], ...retained]
  }

  async #judgeBy(
    signers: readonly WebhookSigner[],
    settings: Settings,
    webhook: IncomingWebhook
  ): Promise<WebhookVerdict> {
    const verdict = judgeWebhook(webhook, signers)
    const current = settings.accounts[webhook.rail]
    const isCurrent =
      current !== null &&
      verdict.ok &&
      verdict.signed_for.some(
        ({ account, created_before }) =>
          account === current && created_before === null
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
    return signed_for.some(({ account }) => account === null)
      ? {
          ok: false,
          reason: "unavailable",
          message:
            "The credentials of this rail are incomplete: which payments the secret confirms is not known yet.",
        }
      : {
          ok: false,
          reason: "unauthorized",
          is_replaced: signed_for.some(
            ({ account }) => account === payment.account
          ),
          message:
            "The secret that signed this body confirms no payment of this account and time.",
        }
  }

  /**
   * Turns a rejection into a 503 while an unreadable secret may have signed the
   * webhook. An unsigned one is not from the gateway and stays rejected.
   */
  #orUnavailable(
    verdict: WebhookVerdict,
    { rail, header }: IncomingWebhook,
    settings: Settings
  ): WebhookVerdict {
    return isStrange(verdict) &&
      header(SIGNATURE_HEADER[rail]) &&
      (settings.unreadable[rail] ||
        this.parts.retained.hasUnreadable(rail, settings))
      ? {
          ok: false,
          reason: "unavailable",
          message: `A secret of the ${rail} rail that may have signed this can't be read at the moment.`,
        }
      : verdict
  }
}

/** Whether no secret confirms the webhook. */
function isStrange(verdict: WebhookVerdict): boolean {
  return !verdict.ok && verdict.reason !== "invalid_data"
}
