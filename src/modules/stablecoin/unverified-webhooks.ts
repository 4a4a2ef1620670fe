import type { Logger } from "@medusajs/framework/types"
import type { WebhookReport } from "../../gateway"
import type { ExceptionDraft, Payment } from "../../ledger"
import { type IncomingWebhook, PARSE_WEBHOOK } from "./accept-webhook"
import type { Store } from "./store"

/** What anyone who knows order numbers can cost a process: this many look-ups in a minute. */
const PER_MINUTE = 5
const MINUTE_MS = 60_000

/** Our own ids, as the gateway repeats them in a body. */
const OWN_ID = /^stpay_\w{1,64}$/

export type UnverifiedWebhooksParts = {
  store: Pick<Store, "findPayment">
  openException(paymentId: string, draft: ExceptionDraft): Promise<unknown>
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/**
 * Watches rejected webhooks that name a payment whose account is forgotten: the
 * gateway may speak of money, and no secret is left that could prove it.
 */
export class UnverifiedWebhooks {
  /** When the last look-ups were. */
  #lookups: number[] = []
  readonly #now: () => number

  constructor(private readonly parts: UnverifiedWebhooksParts) {
    this.#now = parts.now ?? (() => performance.now())
  }

  /**
   * Opens an exception for the payment that a rejected webhook names, once for
   * each payment. A failure is only logged: the webhook is rejected either way.
   *
   * @param isKnown whether any secret of the payment's account is still known
   */
  async note(
    webhook: IncomingWebhook,
    isKnown: (payment: Payment) => boolean
  ): Promise<void> {
    const ids = namedIn(webhook)
    if (!ids.length || !this.#take()) {
      return
    }
    const { store, openException, logger } = this.parts
    try {
      for (const id of ids) {
        const payment = await store.findPayment({ id, rail: webhook.rail })
        if (payment && payment.status !== "paid" && !isKnown(payment)) {
          await openException(payment.id, unverifiedWebhook(payment))
        }
      }
    } catch (error) {
      logger.warn(
        `Stablecoin payments: a rejected webhook could not be compared with its payment: ${String(error)}`
      )
    }
  }

  #take(): boolean {
    const now = this.#now()
    this.#lookups = this.#lookups.filter((at) => now - at < MINUTE_MS)
    const isFree = this.#lookups.length < PER_MINUTE
    if (isFree) {
      this.#lookups.push(now)
    }
    return isFree
  }
}

/** The exception of a webhook that no secret of its payment's account has signed. */
export function unverifiedWebhook({
  id,
  account,
  status,
}: Payment): ExceptionDraft {
  return {
    kind: "unverified_webhook",
    key: [id, "unverified_webhook"].join(":"),
    message: `A webhook about payment ${id} could not be verified: no known secret of the account that started the payment has signed it. Compare it with the gateway's portal: if it was paid there, send the goods or the money back by hand.`,
    details: { account, status },
  }
}

/** Our own ids in a body that nothing proves. */
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
    (id): id is string => typeof id === "string" && OWN_ID.test(id)
  )
  return [...new Set(named)]
}
