import { z } from "zod"
import type { Rail } from "../ledger/rails"
import { describeIssues, JsonError, parseJson } from "./json"
import { readPaidOrder } from "./paid-order"
import {
  merchantPaidPayloadSchema,
  metadataSchema,
  referenceSchema,
  tolerant,
} from "./schemas"
import {
  dropAbsent,
  type PaidReport,
  type WebhookReport,
} from "./webhook-report"

type Outcome = WebhookReport["outcome"]

/**
 * Limited because it is indexed, and long text can't be indexed. A webhook that
 * can't be stored would be sent again permanently.
 */
const eventSchema = z.string().min(1).max(200)

type Data = Record<string, unknown>

/** How an API writes its webhooks (contract: Events). */
type WebhookForm = {
  envelope: z.ZodType<{ event: string; data: Data }>
  /** Field of the data with the gateway's id. */
  id: "transaction_id" | "order_id"
  outcomes: ReadonlyMap<string, Outcome>
  readPaid(data: Data): { paid: PaidReport } | { malformed: string }
}

const FORMS: Record<Rail, WebhookForm> = {
  hosted: {
    envelope: z
      .object({ event: eventSchema, payload: z.looseObject({}) })
      .transform(({ event, payload }) => ({ event, data: payload })),
    id: "transaction_id",
    outcomes: new Map([
      ["transaction.created", "created"],
      ["payment.success", "paid"],
      ["transaction.failed", "failed"],
      // Named once by an earlier description, next to transaction.failed.
      ["payment.failed", "failed"],
    ]),
    readPaid: readPaidTransaction,
  },
  onchain: {
    envelope: z.object({ event: eventSchema, data: z.looseObject({}) }),
    id: "order_id",
    outcomes: new Map([
      ["payment_order.created", "created"],
      ["payment_order.paid", "paid"],
      ["payment_order.cancelled", "cancelled"],
    ]),
    readPaid: readPaidOrder,
  },
}

/**
 * The contract shows the payloads of paid events only. Each field is therefore
 * parsed tolerantly: an invalid one must not discard a paid event.
 */
const referencesSchema = z.object({
  order_no: tolerant(referenceSchema),
  metadata: tolerant(metadataSchema),
  transaction_id: tolerant(referenceSchema),
  order_id: tolerant(referenceSchema),
})

/**
 * Thrown for a body that is not a webhook. The message names the field and
 * quotes nothing.
 */
export class WebhookBodyError extends Error {
  override readonly name = "WebhookBodyError"
}

/**
 * Parses a webhook. Verify its signature first.
 *
 * @param raw the body's bytes as received
 * @throws WebhookBodyError if it is not a JSON object with `event`, and `payload`
 *   (hosted) or `data` (onchain)
 */
export function parseWebhook(rail: Rail, raw: Uint8Array): WebhookReport {
  const { envelope, id, outcomes, readPaid } = FORMS[rail]
  const read = envelope.safeParse(parsed(raw))
  if (!read.success) {
    throw new WebhookBodyError(
      `The webhook's body is not of the envelope's shape: ${describeIssues(read.error)}.`
    )
  }
  const { event, data } = read.data
  const { order_no, metadata, ...ids } = referencesSchema.parse(data)
  const outcome = outcomes.get(event) ?? "unknown"
  return dropAbsent({
    ...{ rail, event, outcome, order_no, metadata },
    gateway_id: ids[id],
    ...(outcome === "paid" ? readPaid(data) : {}),
  })
}

/** @throws WebhookBodyError */
function parsed(raw: Uint8Array): unknown {
  try {
    return parseJson(raw)
  } catch (error) {
    throw error instanceof JsonError
      ? new WebhookBodyError(`The webhook's body ${error.message}.`)
      : error
  }
}

function readPaidTransaction(
  payload: unknown
): { paid: PaidReport } | { malformed: string } {
  const read = merchantPaidPayloadSchema.safeParse(payload)
  if (!read.success) {
    const issues = describeIssues(read.error, ["payload"])
    return { malformed: `The paid event lacks required fields: ${issues}.` }
  }
  const { amount, currency, timestamp } = read.data
  return { paid: dropAbsent({ amount, currency, paid_at: timestamp }) }
}
