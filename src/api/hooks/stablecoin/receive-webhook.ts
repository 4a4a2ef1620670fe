import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Rail } from "../../../ledger"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import {
  type AcceptedWebhook,
  SIGNATURE_HEADER,
} from "../../../modules/stablecoin/accept-webhook"
import { HEALTH_PROBE_HEADER } from "../../../modules/stablecoin/health-probe"
import type StablecoinModuleService from "../../../modules/stablecoin/service"
import { wakeForDelivery } from "../../../workflows/wake"
import { rawBodyOf } from "./raw-body"

const STATUS = {
  unauthorized: 401,
  invalid_data: 400,
  unavailable: 503,
} as const

/** Always the same: Express would make a text and an entity tag of it for each. */
const RECEIVED = JSON.stringify({ received: true })
const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-length": Buffer.byteLength(RECEIVED),
}

/** A delivery that was driven to its end needs no driving when it comes again. */
const DRIVEN = ["processed", "ignored"]

/**
 * Takes a webhook: verified over its raw bytes, stored, answered, and only
 * then processed. What was answered 200 is on disk.
 *
 * It calls the module and not a workflow: nothing may come between the wire
 * and the disk that could fail or take time.
 */
export function receiveWebhook(rail: Rail) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { webhooks } =
      req.scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const body = await rawBodyOf(req)
    if (body === "cut off") {
      return
    }
    if (body === "encoded") {
      const message =
        "The body is compressed: its signature is over plain JSON."
      refuse(res, 415, "invalid_data", message)
      return
    }
    if (body === "too large") {
      const message = "The body is too large: a webhook has at most 64 KiB."
      refuse(res, 413, "invalid_data", message)
      webhooks.note({ rail, received: false, reason: "invalid_data" })
      return
    }
    const accepted = await accept(rail, body, req)
    if (!accepted.ok) {
      const { reason, message } = accepted
      refuse(res, STATUS[reason], reason, message)
      if (req.get(SIGNATURE_HEADER[rail]) && !req.get(HEALTH_PROBE_HEADER)) {
        // What is not even signed is no gateway's: the internet knocks at every door.
        webhooks.note({ rail, received: false, reason })
      }
      return
    }
    res.writeHead(200, JSON_HEADERS).end(RECEIVED)
    if (accepted.isProbe) {
      return
    }
    webhooks.note({ rail, received: true })
    if (!DRIVEN.includes(accepted.delivery.status)) {
      const { delivery, report } = accepted
      wakeForDelivery(req.scope, { id: delivery.id, report })
    }
  }
}

async function accept(
  rail: Rail,
  body: Buffer,
  req: MedusaRequest
): Promise<AcceptedWebhook> {
  const stablecoin =
    req.scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  try {
    return await stablecoin.acceptWebhook({
      rail,
      body,
      header: (name) => req.get(name),
    })
  } catch (error) {
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `Stablecoin payments: a ${rail} webhook could not be stored: ${String(error)}`
      )
    const message = "It could not be stored: send it again."
    return { ok: false, reason: "unavailable", message }
  }
}

function refuse(
  res: MedusaResponse,
  status: number,
  type: string,
  message: string
): void {
  res.status(status).json({ type, message })
}
