import { BUSINESS_EVENT_NAMES } from "./records/order-wire"
import { MERCHANT_EVENT_NAMES } from "./records/transaction-wire"
import type { Gateway } from "./gateway"
import { SandboxError } from "./sandbox-error"
import { findTarget, type Target } from "./targets"
import type { SentWebhook } from "./webhooks/sent-webhook"

export type TriggerOptions = {
  /** True sends an event that the API does not have. */
  force?: boolean
}

const KNOWN = {
  merchant: MERCHANT_EVENT_NAMES,
  business: BUSINESS_EVENT_NAMES,
} as const

/**
 * Sends an event of a transaction or order without changing either.
 *
 * @throws SandboxError 422 for an event that its API does not have, 409 if no
 *   endpoint receives it
 */
export function triggerNow(
  gateway: Gateway,
  event: string,
  target: Target,
  overrides?: Record<string, unknown>,
  { force = false }: TriggerOptions = {}
): SentWebhook[] {
  const found = findTarget(gateway.state, target)
  const known: readonly string[] = KNOWN[found.api]
  if (!force && !known.includes(event)) {
    throw new SandboxError(
      `${event} was not sent: the ${found.api} API has no such event. Send ${known.join(", ")}, or force it.`,
      422
    )
  }
  const sent =
    found.api === "merchant"
      ? gateway.announceTransaction(found.entry, event, overrides)
      : gateway.announceOrder(found.entry, event, overrides)
  if (sent.length === 0) {
    throw new SandboxError(
      found.api === "merchant"
        ? `${event} was not sent: the transaction has no webhook_url.`
        : `${event} was not sent: the order has no webhook_url, and no registered endpoint takes this event.`,
      409
    )
  }
  return sent
}
