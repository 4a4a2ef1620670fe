import type { WebhookReport } from "../../../gateway"
import type { ExceptionDraft, Payment, Rail } from "../../../ledger"
import { messageOf } from "../../../shared/message-of"
import { type IncomingWebhook, PARSE_WEBHOOK } from "./accept-webhook"
import { PAYMENT_ID } from "../payments/payment-id"
import { PaymentLookups, type PaymentLookupsParts } from "./payment-lookups"

/** Time in which further webhooks about the same payment are ignored. */
const OPENED_FOR_MS = 60_000
/** Maximum of payments that are remembered for it. */
const MAX_OPENED = 1_000

export type UnverifiedWebhooksParts = PaymentLookupsParts & {
  openException(paymentId: string, draft: ExceptionDraft): Promise<unknown>
}

/**
 * Watches rejected webhooks about a payment that no known secret confirms: its
 * account was removed, or the secret was replaced before the payment started.
 * The gateway may report money that can't be verified.
 */
export class UnverifiedWebhooks {
  readonly #lookups: PaymentLookups
  /** When exceptions were opened, by payment, oldest first. */
  readonly #opened = new Map<string, number>()

  constructor(private readonly parts: UnverifiedWebhooksParts) {
    this.#lookups = new PaymentLookups(parts)
  }

  /** Number of ids that wait for a query. */
  get waiting(): number {
    return this.#lookups.waiting
  }

  /**
   * Opens an exception for the payment that a rejected webhook names, once per
   * payment. Never throws: a failure is only logged, and the webhook is
   * rejected either way.
   *
   * @param isKnown whether a known secret would confirm the payment, which
   * makes the webhook a forged one
   */
  note(
    webhook: IncomingWebhook,
    isKnown: (payment: Payment) => boolean
  ): Promise<void> {
    const ids = namedIn(webhook).filter((id) => !this.#isOpened(id))
    return this.#compare(webhook.rail, ids, isKnown)
  }

  /** Takes only the ids: waiting bodies would fill the memory. */
  async #compare(
    rail: Rail,
    ids: readonly string[],
    isKnown: (payment: Payment) => boolean
  ): Promise<void> {
    const found = await Promise.all(ids.map((id) => this.#lookups.find(id)))
    for (const payment of found) {
      if (
        payment?.rail === rail &&
        payment.status !== "paid" &&
        !isKnown(payment) &&
        !this.#isOpened(payment.id)
      ) {
        await this.#open(payment)
      }
    }
  }

  /**
   * Marks the payment before the write, since concurrent webhooks may name it
   * too.
   */
  async #open(payment: Payment): Promise<void> {
    const { id } = payment
    this.#mark(id)
    try {
      await this.parts.openException(id, unverifiedWebhook(payment))
    } catch (error) {
      this.#opened.delete(id)
      this.parts.logger.warn(
        `Stablecoin payments: an exception about payment ${id} could not be opened: ${messageOf(error)}`
      )
    }
  }

  #mark(id: string): void {
    this.#opened.delete(id)
    this.#opened.set(id, this.parts.now())
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= MAX_OPENED) {
        return
      }
      this.#opened.delete(oldest)
    }
  }

  #isOpened(id: string): boolean {
    const at = this.#opened.get(id)
    return at !== undefined && this.parts.now() - at < OPENED_FOR_MS
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
  if (!body.includes("stpay_")) {
    return []
  }
  let report: WebhookReport
  try {
    report = PARSE_WEBHOOK[rail](body)
  } catch {
    return []
  }
  const { order_no, metadata } = report
  const named = [order_no, metadata?.payment_id].filter(
    (id): id is string => typeof id === "string" && PAYMENT_ID.test(id)
  )
  return [...new Set(named)]
}
