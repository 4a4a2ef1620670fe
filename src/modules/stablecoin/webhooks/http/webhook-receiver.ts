import type { ServerResponse } from "node:http"
import type { Logger } from "@medusajs/framework/types"
import { SIGNATURE_HEADER } from "../../../../gateway"
import type { Rail } from "../../../../ledger"
import type { StoredWebhookEvent } from "../../repository/webhook-events/store-webhook-events"
import { countWebhook, type WebhookOutcome } from "../../telemetry/metrics"
import type { AcceptedWebhook } from "../accept-webhook"
import { HEALTH_PROBE_HEADER } from "../health-probe"
import { messageOf } from "../../../../shared/message-of"
import type { WebhookAcceptor } from "../webhook-acceptor"
import type { WebhookWatch } from "../webhook-watch"
import { type RawBody, rawBodyOf, type WebhookRequest } from "./raw-body"

const STATUS = {
  unauthorized: 401,
  invalid_data: 400,
  unavailable: 503,
} as const

type Accepted = Exclude<AcceptedWebhook, { ok: false }>

/** A rejected webhook. `status` and `outcome` override those of its reason. */
type Refused = Extract<AcceptedWebhook, { ok: false }> & {
  status?: number
  outcome?: WebhookOutcome
}

/** The result of a webhook. */
type Answer = Accepted | Refused

/**
 * Constant response: Express would serialize it and compute an ETag for every
 * webhook.
 */
const RECEIVED = JSON.stringify({ received: true })

/**
 * A failure affects all webhooks received at the time, so it is logged at most
 * once a second.
 */
const LOG_EVERY_MS = 1_000

type WebhookReceiverParts = {
  acceptor: Pick<WebhookAcceptor, "accept">
  watch: Pick<WebhookWatch, "note">
  logger: Pick<Logger, "error">
}

/** Receives webhooks. One that got a 200 is on disk. */
export class WebhookReceiver {
  #loggedAt = -Infinity

  constructor(private readonly parts: WebhookReceiverParts) {}

  /**
   * Verifies the raw bytes of a webhook, stores it and responds.
   *
   * @returns the stored webhook, to process after the response; null if it was
   *   rejected, or is a health check
   */
  async receive(
    rail: Rail,
    req: WebhookRequest,
    res: ServerResponse
  ): Promise<StoredWebhookEvent | null> {
    const { watch } = this.parts
    const isSigned = Boolean(req.headers[SIGNATURE_HEADER[rail]])
    const body = await rawBodyOf(req)
    if (body === "cut off") {
      countWebhook(rail, "aborted")
      return null
    }
    const answer = Buffer.isBuffer(body)
      ? await this.#store(rail, body, req)
      : this.#unreadable(body)
    countWebhook(rail, outcomeOf(answer, isSigned))
    if (!answer.ok) {
      const { reason, message, status = STATUS[reason] } = answer
      respond(res, status, JSON.stringify({ type: reason, message }))
      // Unsigned requests don't come from a gateway: the internet probes every
      // address.
      if (isSigned && !req.headers[HEALTH_PROBE_HEADER]) {
        watch.note({ rail, received: false, reason })
      }
      return null
    }
    respond(res, 200, RECEIVED)
    if (answer.isProbe) {
      return null
    }
    watch.note({ rail, received: true })
    return answer.webhookEvent
  }

  async #store(
    rail: Rail,
    body: Buffer,
    { headers }: WebhookRequest
  ): Promise<Answer> {
    const header = (name: string) => headers[name]?.toString()
    try {
      return await this.parts.acceptor.accept({ rail, body, header })
    } catch (error) {
      this.#log(`a ${rail} webhook could not be stored: ${messageOf(error)}`)
      const message = "The webhook could not be stored. Send it again."
      return { ok: false, reason: "unavailable", message }
    }
  }

  #unreadable(why: Exclude<RawBody, Buffer | "cut off">): Refused {
    switch (why) {
      case "too large":
        return {
          ok: false,
          reason: "invalid_data",
          message: "The body is too large: a webhook has at most 64 KiB.",
          status: 413,
          outcome: "too_large",
        }
      case "encoded":
        return {
          ok: false,
          reason: "invalid_data",
          message: "The body is compressed: its signature is over plain JSON.",
          status: 415,
          outcome: "compressed",
        }
      case "taken":
        this.#log(
          "a webhook could not be verified: a middleware of this store has read its body. Exclude /hooks/stablecoin and /hooks/payment from it."
        )
        return {
          ok: false,
          reason: "unavailable",
          message: "The webhook could not be read. Send it again.",
        }
    }
  }

  #log(message: string): void {
    const now = performance.now()
    if (now - this.#loggedAt >= LOG_EVERY_MS) {
      this.#loggedAt = now
      this.parts.logger.error(`Stablecoin payments: ${message}`)
    }
  }
}

/**
 * Returns the outcome that a webhook is counted under.
 *
 * @param isSigned whether it has a signature at all: scanners send none
 */
function outcomeOf(answer: Answer, isSigned: boolean): WebhookOutcome {
  if (!answer.ok) {
    const byReason = {
      unauthorized: isSigned ? "bad_signature" : "unsigned",
      unavailable: "unavailable",
      invalid_data: "bad_body",
    } as const
    return answer.outcome ?? byReason[answer.reason]
  }
  if (answer.isProbe) {
    return "probe"
  }
  return answer.webhookEvent.is_new ? "accepted" : "duplicate"
}

function respond(res: ServerResponse, status: number, body: string): void {
  res
    .writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    })
    .end(body)
}
