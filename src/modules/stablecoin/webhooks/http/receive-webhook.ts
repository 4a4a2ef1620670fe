import type { ServerResponse } from "node:http"
import type { Rail } from "../../../../ledger"
import type { WebhookNote } from "../../repository/webhook-states/webhook-state"
import type { StoredWebhookEvent } from "../../repository/webhook-events/webhook-events"
import type { WebhookOutcome } from "../../telemetry/instruments"
import { type IncomingWebhook, SIGNATURE_HEADER } from "../accept-webhook"
import { HEALTH_PROBE_HEADER } from "../health-probe"
import { messageOf } from "../../../../shared/message-of"
import { type RawBody, rawBodyOf, type WebhookRequest } from "./raw-body"
import { outcomeOf, type Refused } from "./webhook-outcome"

const STATUS = {
  unauthorized: 401,
  invalid_data: 400,
  unavailable: 503,
} as const

/**
 * Constant response: Express would serialize it and compute an ETag for every
 * webhook.
 */
const RECEIVED = JSON.stringify({ received: true })

/** A stored webhook, unless a health check sent it. */
type Stored = {
  ok: true
  isProbe: false
  webhookEvent: Pick<StoredWebhookEvent, "is_new">
}

type NotStored = Refused | { ok: true; isProbe: true }

export type ReceiveWebhookParts<S extends Stored> = {
  /** Verifies and stores it. @throws when it can't be stored */
  accept(webhook: IncomingWebhook): Promise<NotStored | S>
  /** Counts every request, with its duration. */
  record(rail: Rail, outcome: WebhookOutcome, seconds: number): void
  /** Records when webhooks were last received and rejected. */
  note(note: WebhookNote): void
  /** Logs why webhooks can't be received, at most once a second. */
  logError(message: string): void
}

/**
 * Receives a webhook: verifies its raw bytes, stores it and responds. A webhook
 * that got a 200 is on disk. The store's route and the receiver both use it, so
 * that they answer alike.
 *
 * @returns the stored webhook, to process after the response; null if it was
 *   rejected, or is a health check
 */
export async function receiveWebhook<S extends Stored>(
  rail: Rail,
  req: WebhookRequest,
  res: ServerResponse,
  { accept, record, note, logError }: ReceiveWebhookParts<S>
): Promise<S | null> {
  const startedAt = performance.now()
  const ended = (outcome: WebhookOutcome): void =>
    record(rail, outcome, (performance.now() - startedAt) / 1_000)
  const isSigned = Boolean(req.headers[SIGNATURE_HEADER[rail]])
  const body = await rawBodyOf(req)
  if (body === "cut off") {
    ended("aborted")
    return null
  }
  const answer = Buffer.isBuffer(body)
    ? await stored(rail, body, req, { accept, logError })
    : unreadable(body, logError)
  const outcome = outcomeOf(answer, isSigned)
  if (!answer.ok) {
    const { reason, message, status = STATUS[reason] } = answer
    respond(res, status, JSON.stringify({ type: reason, message }))
    ended(outcome)
    // Unsigned requests don't come from a gateway: the internet probes every
    // address.
    if (isSigned && !req.headers[HEALTH_PROBE_HEADER]) {
      note({ rail, received: false, reason })
    }
    return null
  }
  respond(res, 200, RECEIVED)
  ended(outcome)
  if (answer.isProbe) {
    return null
  }
  note({ rail, received: true })
  return answer
}

function respond(res: ServerResponse, status: number, body: string): void {
  res
    .writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    })
    .end(body)
}

function unreadable(
  why: Exclude<RawBody, Buffer | "cut off">,
  logError: ReceiveWebhookParts<Stored>["logError"]
): Refused {
  switch (why) {
    case "too large":
      return {
        ok: false,
        reason: "invalid_data",
        message: "The body is too large: a webhook has at most 64 KiB.",
        status: 413,
      }
    case "encoded":
      return {
        ok: false,
        reason: "invalid_data",
        message: "The body is compressed: its signature is over plain JSON.",
        status: 415,
      }
    case "taken":
      logError(
        "a webhook could not be verified: a middleware of this store has read its body. Exclude /hooks/stablecoin and /hooks/payment from it."
      )
      return {
        ok: false,
        reason: "unavailable",
        message: "The webhook could not be read. Send it again.",
      }
  }
}

async function stored<S extends Stored>(
  rail: Rail,
  body: Buffer,
  { headers }: WebhookRequest,
  { accept, logError }: Pick<ReceiveWebhookParts<S>, "accept" | "logError">
): Promise<NotStored | S> {
  try {
    return await accept({
      rail,
      body,
      header: (name) => {
        const value = headers[name]
        return Array.isArray(value) ? value.join(", ") : value
      },
    })
  } catch (error) {
    logError(`a ${rail} webhook could not be stored: ${messageOf(error)}`)
    const message = "The webhook could not be stored. Send it again."
    return { ok: false, reason: "unavailable", message }
  }
}
