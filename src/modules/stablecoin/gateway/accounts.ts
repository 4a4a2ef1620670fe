import type { Logger } from "@medusajs/framework/types"
import type { Payment } from "../../../ledger"
import { RAILS } from "../../../ledger"
import {
  type IncomingWebhook,
  judgeWebhook,
  SIGNATURE_HEADER,
  type WebhookVerdict,
} from "../webhooks/accept-webhook"
import type { AdminSettings } from "../settings/admin-settings"
import { findReportedPayment } from "../webhooks/find-reported-payment"
import type { GatewayOrder, GatewayClients } from "./gateway-clients"
import { LATE_MONEY_SECONDS } from "../../../settings"
import { accountOfCredentials } from "../settings/partial-credentials"
import type { Settings } from "../settings/settings"
import type { Repository } from "../repository"
import {
  UnverifiedWebhooks,
  type UnverifiedWebhooksParts,
} from "../webhooks/unverified-webhooks"
import { covers } from "../webhooks/webhook-signers"
import { type DropEndedParts, dropEndedSecrets } from "./drop-ended-secrets"
import { currentAccount } from "./retained-account"
import { RetainedAccounts } from "./retained-accounts"

const KEPT_AT_LEAST_MS = LATE_MONEY_SECONDS * 1000

export type AccountsParts = {
  repository: {
    payments: Pick<Repository["payments"], "find">
    accounts: Pick<Repository["accounts"], "list" | "reencrypt" | "forget">
  } & UnverifiedWebhooksParts["repository"] &
    DropEndedParts["repository"]
  gateway: GatewayClients
  settings: Pick<AdminSettings, "effective" | "recent" | "renewed">
  openException: UnverifiedWebhooksParts["openException"]
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/**
 * Credentials of open payments: the current ones, and those that payments were
 * started with before the merchant changed them.
 */
export class Accounts {
  readonly #retained: RetainedAccounts
  readonly #unverified: UnverifiedWebhooks

  constructor(private readonly parts: AccountsParts) {
    const now = parts.now ?? (() => performance.now())
    this.#retained = new RetainedAccounts({ ...parts, now })
    this.#unverified = new UnverifiedWebhooks({ ...parts, now })
  }

  /** Number of ids from rejected webhooks that wait for a query. */
  get waitingLookups(): number {
    return this.#unverified.waiting
  }

  /**
   * A payment's order at the gateway and the client to read it with.
   *
   * @returns null when the gateway has no call for it, or the credentials that
   * the payment was started with are unknown
   */
  async orderOf({
    rail,
    gateway_id,
    account: key,
  }: Payment): Promise<GatewayOrder | null> {
    const open = this.parts.gateway.readers[rail]
    if (!open || !gateway_id) {
      return null
    }
    const current = currentAccount(await this.parts.settings.recent(), rail)
    const account =
      current?.account === key ? current : await this.#retained.find(key)
    return account && { client: open(account), id: gateway_id }
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
    await this.#retained.readAgain()
    const again = this.#orUnavailable(
      await this.#judgeBy(renewed, webhook),
      webhook,
      renewed
    )
    if (!again.ok && again.reason === "unauthorized") {
      // Not awaited by the rejection: the ids of one second share a query.
      void this.#unverified.note(
        webhook,
        ({ rail, account }) =>
          // Anyone can send an unsigned webhook. One signed with a replaced
          // secret may report money.
          !again.is_replaced && this.#retained.has(rail, account, renewed)
      )
    }
    return again
  }

  /**
   * Reads the retained accounts and updates them: encrypts with the first key,
   * and stores the current secrets of the current account.
   */
  async refresh(): Promise<void> {
    await this.#retained.refresh()
  }

  /**
   * Removes credentials and replaced webhook secrets that no payment needs any
   * more. Any ended payment may still be paid late, so its secrets are kept for
   * 90 days, or for the webhook retention if that is longer.
   *
   * @param retentionMs how long webhooks are kept
   * @returns the keys of the removed accounts
   */
  async purgeEnded(retentionMs: number): Promise<string[]> {
    const { repository } = this.parts
    const settings = await this.parts.settings.effective()
    const keptMs = Math.max(retentionMs, KEPT_AT_LEAST_MS)
    const before = new Date(Date.now() - keptMs)
    const current = RAILS.flatMap(
      (rail) => accountOfCredentials(rail, settings.credentials[rail]) ?? []
    )
    const gone = await repository.accounts.forget(current, before)
    await dropEndedSecrets({ repository, current, before })
    if (gone.length) {
      await this.refresh()
    }
    return gone
  }

  async #judgeBy(
    settings: Settings,
    webhook: IncomingWebhook
  ): Promise<WebhookVerdict> {
    const { rail } = webhook
    const verdict = judgeWebhook(webhook, [
      ...settings.webhookSigners[rail],
      ...(await this.#retained.signers(rail, settings)),
    ])
    const current = accountOfCredentials(rail, settings.credentials[rail])
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
    const payment = await findReportedPayment(
      this.parts.repository.payments,
      verdict.report
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
        this.#retained.hasUnreadable(rail, settings))
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
