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
 * The contract shows the payloads of paid events only. The envelopes therefore
 * require an object and parse each field tolerantly: an invalid field must not
 * discard a paid event.
 */
const forwardedSchema = {
  order_no: tolerant(referenceSchema),
  metadata: tolerant(metadataSchema),
}

/**
 * Limited because it is indexed, and long text can't be indexed. A webhook that
 * can't be stored would be sent again permanently.
 */
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
  // Named once by an earlier description, next to transaction.failed.
  ["payment.failed", "failed"],
])

const ONCHAIN_OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ["payment_order.created", "created"],
  ["payment_order.paid", "paid"],
  ["payment_order.cancelled", "cancelled"],
])

/**
 * Parses a webhook of the Merchant Checkout API (contract: Events). Verify its
 * signature first.
 *
 * @param raw the body's bytes as received
 * @throws WebhookBodyError if it is not a JSON object with `event` and
 *   `payload`
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
 * Parses a webhook of the Business Order API (contract: Events). Verify its
 * signature first.
 *
 * @param raw the body's bytes as received
 * @throws WebhookBodyError if it is not a JSON object with `event` and `data`
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
    return { malformed: `The paid event lacks required fields: ${issues}.` }
  }
  const { amount, currency, timestamp } = read.data
  return { paid: dropAbsent({ amount, currency, paid_at: timestamp }) }
}
