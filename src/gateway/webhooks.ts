import { z } from "zod"
import { exactAmountSchema } from "./exact-amount"
import { describeIssues } from "./issues"
import { readPaidOrder } from "./paid-order"
import {
  merchantPaidPayloadSchema,
  metadataSchema,
  referenceSchema,
  tolerant,
} from "./schemas"
import {
  dropAbsent,
  parseEnvelope,
  type PaidReport,
  type WebhookReport,
} from "./webhook-report"

/**
 * Only the paid events' payloads are shown by the contract, so that the
 * envelopes ask for an object and each field in it is read if it can be: an
 * odd field must not turn a paid event into one that was never heard.
 */
const forwardedSchema = {
  order_no: tolerant(referenceSchema),
  metadata: tolerant(metadataSchema),
}

/** It is a key of the webhooks' indexes, which hold no long text: one that can't be stored would be sent again for ever. */
const eventSchema = z.string().min(1).max(200)

const hostedEnvelopeSchema = z.object({
  event: eventSchema,
  payload: z.looseObject({}),
})
const hostedReferencesSchema = z.object({
  ...forwardedSchema,
  transaction_id: tolerant(referenceSchema),
})
const hostedPaidSchema = merchantPaidPayloadSchema.extend({
  amount: exactAmountSchema,
})

const onchainEnvelopeSchema = z.object({
  event: eventSchema,
  data: z.looseObject({}),
})
const onchainReferencesSchema = z.object({
  ...forwardedSchema,
  order_id: tolerant(referenceSchema),
})

type Outcome = WebhookReport["outcome"]

const HOSTED_OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ["transaction.created", "created"],
  ["payment.success", "paid"],
  ["transaction.failed", "failed"],
  // Named once by an earlier description, beside transaction.failed.
  ["payment.failed", "failed"],
])

const ONCHAIN_OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ["payment_order.created", "created"],
  ["payment_order.paid", "paid"],
  ["payment_order.cancelled", "cancelled"],
])

/**
 * Reads a webhook of the Merchant Checkout API (contract: Events), after its
 * signature was verified.
 *
 * @param raw the body's bytes as received
 * @throws WebhookBodyError if it is no JSON object with `event` and `payload`
 */
export function parseHostedWebhook(raw: Uint8Array): WebhookReport {
  const { event, payload } = parseEnvelope(raw, hostedEnvelopeSchema)
  const { transaction_id, ...references } =
    hostedReferencesSchema.parse(payload)
  const outcome = HOSTED_OUTCOMES.get(event) ?? "unknown"
  return dropAbsent({
    rail: "hosted",
    event,
    outcome,
    ...references,
    gateway_id: transaction_id,
    ...(outcome === "paid" ? hostedPaid(payload) : {}),
  })
}

/**
 * Reads a webhook of the Business Order API (contract: Events), after its
 * signature was verified.
 *
 * @param raw the body's bytes as received
 * @throws WebhookBodyError if it is no JSON object with `event` and `data`
 */
export function parseOnchainWebhook(raw: Uint8Array): WebhookReport {
  const { event, data } = parseEnvelope(raw, onchainEnvelopeSchema)
  const { order_id, ...references } = onchainReferencesSchema.parse(data)
  const outcome = ONCHAIN_OUTCOMES.get(event) ?? "unknown"
  return dropAbsent({
    rail: "onchain",
    event,
    outcome,
    ...references,
    gateway_id: order_id,
    ...(outcome === "paid" ? readPaidOrder(data) : {}),
  })
}

function hostedPaid(
  payload: unknown
): { paid: PaidReport } | { malformed: string } {
  const read = hostedPaidSchema.safeParse(payload)
  if (!read.success) {
    const issues = describeIssues(read.error, ["payload"])
    return { malformed: `The paid event lacks what is promised: ${issues}.` }
  }
  const { amount, currency, timestamp } = read.data
  return { paid: dropAbsent({ amount, currency, paid_at: timestamp }) }
}
