import type { Logger } from "@medusajs/framework/types"
import { SIGNATURE_HEADER } from "../../../gateway"
import {
  byRail,
  type ExceptionDraft,
  type Payment,
  type Rail,
  RAILS,
} from "../../../ledger"
import { messageOf } from "../../../shared/message-of"
import { PAYMENT_ID, PAYMENT_ID_PREFIX } from "../payments/payment-id"
import type { Repository } from "../repository"
import {
  PER_PAYMENT,
  type UnverifiedWebhook,
} from "../repository/webhook-events/unverified-webhook-events"
import { type IncomingWebhook, PARSE_WEBHOOK } from "./accept-webhook"
import { namedBy } from "./find-reported-payment"

/** Interval of the queries of a process, for a flood of forged ids. */
const QUERY_EVERY_MS = 1_000
/**
 * Maximum of different ids in a query, for the memory. A process rejects fewer:
 * a webhook takes 100 µs and names two ids at most.
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

/** Rejected webhooks that name one payment. */
type Named = {
  /** Whether a replaced secret signed one of them. */
  isReplaced: boolean
  webhooks: UnverifiedWebhook[]
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
  #named: Record<Rail, Map<string, Named>> = byRail(() => new Map())
  #bodies = 0
  #isWaiting = false

  constructor(private readonly parts: UnverifiedWebhooksParts) {}

  /**
   * Keeps a rejected webhook within a second, if it names a payment. Never
   * throws: the webhook is rejected either way.
   *
   * @param isReplaced whether a replaced secret of the payment's account signed
   *   it, so that it is not forged
   */
  note(webhook: IncomingWebhook, isReplaced: boolean): void {
    const named = this.#named[webhook.rail]
    const { ids, kept } = readUnverified(webhook)
    for (const id of ids) {
      const about = named.get(id) ?? { isReplaced, webhooks: [] }
      if (!isReplaced && !named.has(id) && named.size >= IDS_AT_ONCE) {
        continue
      }
      named.set(id, about)
      about.isReplaced ||= isReplaced
      const { webhooks } = about
      const isRoom =
        webhooks.length < PER_PAYMENT && this.#bodies < BODIES_AT_ONCE
      if (kept && isRoom) {
        this.#bodies += 1
        webhooks.push(kept)
      }
    }
    if (named.size && !this.#isWaiting) {
      this.#isWaiting = true
      // A shutdown does not wait: the gateway sends the webhook again.
      setTimeout(() => void this.#compare(), QUERY_EVERY_MS).unref()
    }
  }

  async #compare(): Promise<void> {
    const named = this.#named
    this.#named = byRail(() => new Map())
    this.#bodies = 0
    this.#isWaiting = false
    const { repository, isKnown, openException, logger } = this.parts
    const { payments, webhookEvents } = repository
    const failures: unknown[] = []
    const fail = (error: unknown) => void failures.push(error)
    const review = async (payment: Payment): Promise<void> => {
      const { id, rail, status } = payment
      const about = named[rail].get(id)
      if (!about || status === "paid") {
        return
      }
      let kept: string | undefined
      for (const webhook of about.webhooks) {
        const stored = await webhookEvents.keepUnverified(payment, webhook)
        kept ??= stored ?? undefined
      }
      if (about.isReplaced || !(await isKnown(payment))) {
        await openException(id, unverifiedWebhook(payment), kept)
      }
    }
    const ids = RAILS.flatMap((rail) => [...named[rail].keys()])
    const found = await payments.findNamed(ids, []).catch(fail)
    for (const payment of found ?? []) {
      await review(payment).catch(fail)
    }
    if (failures.length) {
      // Logged once per query: a flood must not fill the log.
      logger.warn(
        `Stablecoin payments: rejected webhooks could not be compared with their payments: ${messageOf(failures[0])}`
      )
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
    const report = PARSE_WEBHOOK[rail](body)
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
