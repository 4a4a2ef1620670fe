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
import { LATE_MONEY_SECONDS } from "../settings/options"
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
import { RAIL_TRAITS } from "../../../ledger"

const KEPT_AT_LEAST_MS = LATE_MONEY_SECONDS * 1000

export type AccountsParts = {
  repository: Pick<
    Repository,
    "findPayment" | "readAccounts" | "reencryptAccount" | "forgetAccounts"
  > &
    UnverifiedWebhooksParts["repository"] &
    DropEndedParts["repository"]
  gateway: GatewayClients
  settings: Pick<AdminSettings, "inForce" | "recent" | "renewed">
  openException: UnverifiedWebhooksParts["openException"]
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/**
 * The credentials of open payments: those in the settings, and those with which
 * payments were started before the merchant changed them.
 */
export class Accounts {
  readonly #retained: RetainedAccounts
  readonly #unverified: UnverifiedWebhooks

  constructor(private readonly parts: AccountsParts) {
    const now = parts.now ?? (() => performance.now())
    this.#retained = new RetainedAccounts({ ...parts, now })
    this.#unverified = new UnverifiedWebhooks({ ...parts, now })
  }

  /** How many ids of rejected webhooks wait to be compared with payments. */
  get waitingLookups(): number {
    return this.#unverified.waiting
  }

  /**
   * The order of a payment and who to ask about it; null where the gateway has
   * no call for it, or the credentials that it was started with are not known.
   */
  async orderOf({
    rail,
    gateway_id,
    account: key,
  }: Payment): Promise<GatewayOrder | null> {
    if (!RAIL_TRAITS[rail].isReadable || !gateway_id) {
      return null
    }
    const current = currentAccount(await this.parts.settings.recent(), rail)
    const account =
      current?.account === key ? current : await this.#retained.find(key)
    return (
      account && { client: this.parts.gateway.onchain(account), id: gateway_id }
    )
  }

  /**
   * Verifies and reads a webhook with every secret of its rail. A secret
   * confirms only payments of its account, and a replaced one only older
   * payments. One in force is believed here, and compared with the payment
   * where the webhook is applied, so that accepting it costs no read.
   *
   * While a secret of the rail can't be read, a webhook that none of the others
   * signed is not rejected with 401: the gateway sends it again after a 503.
   *
   * @throws when the database can't be read: then nobody can tell who sent it
   */
  async judge(webhook: IncomingWebhook): Promise<WebhookVerdict> {
    const { settings } = this.parts
    const known = await settings.recent()
    const verdict = await this.#judgeBy(known, webhook)
    if (!isStrange(verdict)) {
      return verdict
    }
    const inForce = (await settings.renewed()) ?? known
    await this.#retained.readAgain()
    const again = this.#orUnavailable(
      await this.#judgeBy(inForce, webhook),
      webhook,
      inForce
    )
    if (!again.ok && again.reason === "unauthorized") {
      // The rejection does not wait for it: ids of a second share a query.
      void this.#unverified.note(
        webhook,
        ({ rail, account }) =>
          // Anyone can send what no secret signed; what one did may be about money.
          !again.is_replaced && this.#retained.knows(rail, account, inForce)
      )
    }
    return again
  }

  /** Reads what is kept, and brings it up to date: the first key, and the secrets in force of the account in force. */
  async refresh(): Promise<void> {
    await this.#retained.refresh()
  }

  /**
   * Removes credentials and replaced webhook secrets that no payment needs any
   * more. Payments may be paid late, however they ended: their secrets are kept
   * for 90 days, or longer where webhooks are.
   *
   * @param retentionMs how long webhooks are kept
   * @returns the keys of the accounts that are gone
   */
  async purgeEnded(retentionMs: number): Promise<string[]> {
    const { repository } = this.parts
    const settings = await this.parts.settings.inForce()
    const keptMs = Math.max(retentionMs, KEPT_AT_LEAST_MS)
    const before = new Date(Date.now() - keptMs)
    const current = RAILS.flatMap(
      (rail) => accountOfCredentials(rail, settings.credentials[rail]) ?? []
    )
    const gone = await repository.forgetAccounts(current, before)
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
    const isInForce =
      current !== null &&
      verdict.ok &&
      verdict.signed_for.some(
        ({ account, created_before }) =>
          account === current && created_before === null
      )
    return isInForce || !verdict.ok
      ? verdict
      : await this.#comparedWithPayment(verdict)
  }

  /** No secret in force signed it: it is believed only about a payment that one of its signers confirms, or none of ours. */
  async #comparedWithPayment(
    verdict: Extract<WebhookVerdict, { ok: true }>
  ): Promise<WebhookVerdict> {
    const payment = await findReportedPayment(
      this.parts.repository,
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

  /** What is not signed at all is no webhook of the gateway. */
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

/** Signed with none of the secrets that it was judged by. */
function isStrange(verdict: WebhookVerdict): boolean {
  return !verdict.ok && verdict.reason !== "invalid_data"
}
