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
 * Different ids in a query, for the memory. A process rejects fewer: a webhook
 * takes 100 µs and names two ids at most.
 */
const IDS_AT_ONCE = 20_000
/** Bodies that wait for their query: the first ones, of the usual size. */
const BODIES_AT_ONCE = 1_000
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

/** A rejected webhook that names a payment. */
type Rejected = {
  rail: Rail
  /** Whether a replaced secret signed it. */
  isReplaced: boolean
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
  #rejected = new Map<string, readonly Rejected[]>()
  #bodies = 0

  constructor(private readonly parts: UnverifiedWebhooksParts) {}

  /**
   * Keeps a rejected webhook within a second, if it names a payment. Never
   * throws: the webhook is rejected either way.
   *
   * @param isReplaced whether a replaced secret of the payment's account signed
   *   it, so that it is not forged
   */
  note(webhook: IncomingWebhook, isReplaced: boolean): void {
    const { rail } = webhook
    const { ids, kept } = readUnverified(webhook)
    for (const id of ids) {
      const rejected = this.#rejected.get(id) ?? []
      const ofRail = rejected.filter((each) => each.rail === rail)
      const isRoom =
        ofRail.length < PER_PAYMENT &&
        (rejected.length > 0 || this.#rejected.size < IDS_AT_ONCE)
      const isFirst = isReplaced && !rejected.some((each) => each.isReplaced)
      if (isRoom || isFirst) {
        if (!this.#rejected.size) {
          // A shutdown does not wait: the gateway sends the webhook again.
          setTimeout(() => void this.#compare(), QUERY_EVERY_MS).unref()
        }
        const isKept = kept && this.#bodies < BODIES_AT_ONCE
        this.#bodies += isKept ? 1 : 0
        const noted = { rail, isReplaced, kept: isKept ? kept : null }
        this.#rejected.set(id, [...rejected, noted])
      }
    }
  }

  async #compare(): Promise<void> {
    const rejected = this.#rejected
    this.#rejected = new Map()
    this.#bodies = 0
    const { payments } = this.parts.repository
    const failures: unknown[] = []
    const fail = (error: unknown) => void failures.push(error)
    const found = await payments.findNamed([...rejected.keys()], []).catch(fail)
    for (const payment of found ?? []) {
      const about = rejected
        .get(payment.id)
        ?.filter(({ rail }) => rail === payment.rail)
      if (about?.length && payment.status !== "paid") {
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
    for (const { kept } of about) {
      const id =
        kept && (await repository.webhookEvents.keepUnverified(payment, kept))
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
