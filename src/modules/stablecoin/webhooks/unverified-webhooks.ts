import type { Logger } from "@medusajs/framework/types"
import { parseWebhook, SIGNATURE_HEADER } from "../../../gateway"
import type { ExceptionDraft, Payment, Rail } from "../../../ledger"
import { messageOf } from "../../../shared/message-of"
import { PAYMENT_ID, PAYMENT_ID_PREFIX } from "../payments/payment-id"
import type { Repository } from "../repository"
import {
  PER_PAYMENT,
  type UnverifiedWebhook,
} from "../repository/webhook-events/unverified-webhook-events"
import type { IncomingWebhook } from "./accept-webhook"
import { namedBy } from "./classify-report"

/** Interval of the queries of a process, for a flood of forged ids. */
const QUERY_EVERY_MS = 1_000
/**
 * Forged webhooks of a query, and as many that a replaced secret signed, to limit
 * memory. The gateway sends the others again.
 */
const AT_ONCE = 2_000
/** Bodies are of at most this size, which is far above that of any event. */
const BODY_BYTES = 8 * 1024

export type UnverifiedWebhooksParts = {
  repository: {
    payments: Pick<Repository["payments"], "findNamed">
    webhookEvents: Pick<Repository["webhookEvents"], "keepUnverified">
  }
  /**
   * Whether a known secret confirms the payment. Its webhook is forged then, or
   * signed with a secret that was changed at the gateway first.
   */
  isKnown(payment: Payment): Promise<boolean>
  openException(
    paymentId: string,
    draft: ExceptionDraft,
    webhookEventId?: string
  ): Promise<unknown>
  logger: Pick<Logger, "warn">
}

/** A rejected webhook that names payments. */
type Rejected = {
  rail: Rail
  /** The payments that it names. */
  ids: readonly string[]
  /** Whether a replaced secret signed it. */
  isReplaced: boolean
  /** To verify it again; null for one without a signature, or too large. */
  kept: UnverifiedWebhook | null
}

/**
 * Keeps rejected webhooks about payments that are not paid, to verify them again
 * when a secret is added: the gateway may report money with a secret that it has
 * before the store. Where no known secret confirms the payment (its account was
 * removed, or the secret was replaced before the payment started), an exception
 * opens at once.
 *
 * All ids of a second share a query, which reads one entry of an index for each.
 */
export class UnverifiedWebhooks {
  #rejected: Rejected[] = []

  constructor(private readonly parts: UnverifiedWebhooksParts) {}

  /**
   * Keeps a rejected webhook within a second, if it names a payment. Never
   * throws: the webhook is rejected either way.
   *
   * @param isReplaced whether a replaced secret of the payment's account signed
   *   it, so that it is not forged
   */
  note(webhook: IncomingWebhook, isReplaced: boolean): void {
    const { ids, kept } = readUnverified(webhook)
    // Forged ones leave room for those that a replaced secret signed.
    const alike = this.#rejected.filter(
      (each) => each.isReplaced === isReplaced
    )
    if (!ids.length || alike.length >= AT_ONCE) {
      return
    }
    if (!this.#rejected.length) {
      // A shutdown does not wait: the gateway sends the webhook again.
      setTimeout(() => void this.#compare(), QUERY_EVERY_MS).unref()
    }
    this.#rejected.push({ rail: webhook.rail, ids, isReplaced, kept })
  }

  async #compare(): Promise<void> {
    const rejected = this.#rejected
    this.#rejected = []
    const { payments } = this.parts.repository
    const failures: unknown[] = []
    const fail = (error: unknown) => void failures.push(error)
    const ids = [...new Set(rejected.flatMap((each) => each.ids))]
    const found = await payments.findNamed(ids, []).catch(fail)
    for (const payment of found ?? []) {
      const about = rejected.filter(
        (each) => each.rail === payment.rail && each.ids.includes(payment.id)
      )
      if (about.length && payment.status !== "paid") {
        await this.#review(payment, about).catch(fail)
      }
    }
    if (failures.length) {
      // Logged once per query: a flood must not fill the log.
      this.parts.logger.warn(
        `Stablecoin payments: rejected webhooks could not be compared with their payments: ${messageOf(failures[0])}`
      )
    }
  }

  async #review(payment: Payment, about: readonly Rejected[]): Promise<void> {
    const { repository, isKnown, openException } = this.parts
    let stored: string | null = null
    const kept = about.flatMap((each) => each.kept ?? [])
    for (const each of kept.slice(0, PER_PAYMENT)) {
      const id = await repository.webhookEvents.keepUnverified(payment, each)
      stored ??= id
    }
    const isReplaced = about.some((each) => each.isReplaced)
    if (isReplaced || !(await isKnown(payment))) {
      const draft = unverifiedWebhook(payment)
      await openException(payment.id, draft, stored ?? undefined)
    }
  }
}

/**
 * The exception for a webhook that no secret confirming its payment has signed.
 */
export function unverifiedWebhook({
  id,
  account,
  status,
}: Payment): ExceptionDraft {
  return {
    kind: "webhook_problem",
    reason: "unverified",
    key: [id, "webhook_problem.unverified"].join(":"),
    details: { account, status },
  }
}

/** Our payment ids in an unverified body, and the webhook if it can be kept. */
function readUnverified({ rail, body, header }: IncomingWebhook): {
  ids: string[]
  kept: UnverifiedWebhook | null
} {
  if (!body.includes(PAYMENT_ID_PREFIX)) {
    return { ids: [], kept: null }
  }
  try {
    const report = parseWebhook(rail, body)
    const signature = header(SIGNATURE_HEADER[rail])
    return {
      ids: namedBy(report).filter((id) => PAYMENT_ID.test(id)),
      kept:
        signature && body.length <= BODY_BYTES
          ? { event: report.event, body, signature }
          : null,
    }
  } catch {
    return { ids: [], kept: null }
  }
}
