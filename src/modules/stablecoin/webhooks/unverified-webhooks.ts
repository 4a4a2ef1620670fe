import type { Logger } from "@medusajs/framework/types"
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
import { type IncomingWebhook, PARSE_WEBHOOK } from "./accept-webhook"
import { namedBy } from "./find-reported-payment"

/** Interval of the queries of a process, for a flood of forged ids. */
const QUERY_EVERY_MS = 1_000
/**
 * Maximum of different ids in a query, for the memory. A process rejects fewer:
 * a webhook takes 100 µs and names two ids at most.
 */
const IDS_AT_ONCE = 20_000

export type UnverifiedWebhooksParts = {
  repository: { payments: Pick<Repository["payments"], "findNamed"> }
  /** Whether a known secret confirms the payment: its webhook is then forged. */
  isKnown(payment: Payment): Promise<boolean>
  openException(paymentId: string, draft: ExceptionDraft): Promise<unknown>
  logger: Pick<Logger, "warn">
}

/**
 * Watches rejected webhooks about a payment that no known secret confirms: its
 * account was removed, or the secret was replaced before the payment started.
 * The gateway may report money that can't be verified.
 *
 * All ids of a second share a query, which reads one entry of an index for each.
 * Only ids wait: bodies would fill the memory.
 */
export class UnverifiedWebhooks {
  /** Ids, and whether a replaced secret signed one of their webhooks. */
  #named: Record<Rail, Map<string, boolean>> = byRail(() => new Map())
  #isWaiting = false

  constructor(private readonly parts: UnverifiedWebhooksParts) {}

  /**
   * Opens an exception for the payment that a rejected webhook names, within a
   * second. Never throws: the webhook is rejected either way.
   *
   * @param isReplaced whether a replaced secret of the payment's account signed
   *   it, so that it is not forged
   */
  note(webhook: IncomingWebhook, isReplaced: boolean): void {
    const named = this.#named[webhook.rail]
    for (const id of namedIn(webhook)) {
      if (isReplaced || named.has(id) || named.size < IDS_AT_ONCE) {
        named.set(id, isReplaced || named.get(id) === true)
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
    this.#isWaiting = false
    const { repository, isKnown, openException, logger } = this.parts
    const failures: unknown[] = []
    const fail = (error: unknown) => void failures.push(error)
    const review = async (payment: Payment): Promise<void> => {
      const { id, rail, status } = payment
      const isReplaced = named[rail].get(id)
      if (
        isReplaced !== undefined &&
        status !== "paid" &&
        (isReplaced || !(await isKnown(payment)))
      ) {
        await openException(id, unverifiedWebhook(payment))
      }
    }
    const ids = RAILS.flatMap((rail) => [...named[rail].keys()])
    const found = await repository.payments.findNamed(ids, []).catch(fail)
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
    message: `A webhook about payment ${id} could not be verified: no secret signed it that confirms payments of this account and time. Compare it with the gateway's portal: if it was paid there, create the order manually, or send the money back.`,
    details: { account, status },
  }
}

/** Our payment ids in an unverified body. */
function namedIn({ rail, body }: IncomingWebhook): string[] {
  if (!body.includes(PAYMENT_ID_PREFIX)) {
    return []
  }
  try {
    const named = namedBy(PARSE_WEBHOOK[rail](body))
    return named.filter((id) => PAYMENT_ID.test(id))
  } catch {
    return []
  }
}
