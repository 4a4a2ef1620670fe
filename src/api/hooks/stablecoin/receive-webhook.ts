import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Rail } from "../../../ledger"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import {
  HEALTH_PROBE_HEADER,
  SIGNATURE_HEADER,
} from "../../../modules/stablecoin/service"
import type { WebhookOutcome } from "../../../modules/stablecoin/types"
import { enqueueWebhookEvent } from "../../../workflows/enqueue"
import { type RawBody, rawBodyOf } from "./raw-body"
import { type Answer, outcomeOf } from "./webhook-outcome"

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
const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-length": Buffer.byteLength(RECEIVED),
}

/**
 * Statuses of a webhook event that is not processed again when it is received
 * again.
 */
const DRIVEN = ["processed", "ignored"]

/**
 * Receives a webhook: verifies its raw bytes, stores it, responds, and only
 * then processes it. A webhook that got a 200 is on disk.
 *
 * Calls the module and not a workflow: no step that could fail or take time may
 * run before the webhook is stored.
 */
export function receiveWebhook(rail: Rail) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { webhooks, metrics } = req.scope.resolve(STABLECOIN_MODULE)
    const count = (outcome: WebhookOutcome): void =>
      metrics.add("stablecoin.webhook.received", { rail, outcome })
    const body = await rawBodyOf(req)
    if (body === "cut off") {
      count("aborted")
      return
    }
    const accepted = Buffer.isBuffer(body)
      ? await accept(rail, body, req)
      : unreadable(body, req)
    count(outcomeOf(accepted, Boolean(req.get(SIGNATURE_HEADER[rail]))))
    if (!accepted.ok) {
      const { reason, message, status = STATUS[reason] } = accepted
      res.status(status).json({ type: reason, message })
      if (req.get(SIGNATURE_HEADER[rail]) && !req.get(HEALTH_PROBE_HEADER)) {
        // Unsigned requests don't come from a gateway: the internet probes
        // every address.
        webhooks.note({ rail, received: false, reason })
      }
      return
    }
    res.writeHead(200, JSON_HEADERS).end(RECEIVED)
    if (accepted.isProbe) {
      return
    }
    webhooks.note({ rail, received: true })
    if (!DRIVEN.includes(accepted.webhookEvent.status)) {
      const { webhookEvent, report, signed_for } = accepted
      enqueueWebhookEvent(req.scope, {
        id: webhookEvent.id,
        report,
        signed_for,
      })
    }
  }
}

function unreadable(
  why: Exclude<RawBody, Buffer | "cut off">,
  req: MedusaRequest
): Answer {
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
      warnRarely(
        req,
        "a webhook could not be verified: a middleware of this store has read its body. Exclude /hooks/stablecoin and /hooks/payment from it."
      )
      return {
        ok: false,
        reason: "unavailable",
        message: "The webhook could not be read. Send it again.",
      }
  }
}

async function accept(
  rail: Rail,
  body: Buffer,
  req: MedusaRequest
): Promise<Answer> {
  const stablecoin = req.scope.resolve(STABLECOIN_MODULE)
  try {
    return await stablecoin.webhookEvents.accept({
      rail,
      body,
      header: (name) => req.get(name),
    })
  } catch (error) {
    warnRarely(req, `a ${rail} webhook could not be stored: ${String(error)}`)
    const message = "The webhook could not be stored. Send it again."
    return { ok: false, reason: "unavailable", message }
  }
}

/**
 * A failure affects all webhooks received at the time, so it is logged at most
 * once a second.
 */
const LOG_EVERY_MS = 1_000
let warnedAt = -Infinity

function warnRarely({ scope }: MedusaRequest, what: string): void {
  if (performance.now() - warnedAt >= LOG_EVERY_MS) {
    warnedAt = performance.now()
    scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`Stablecoin payments: ${what}`)
  }
}
