import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Rail } from "../../../ledger"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import {
  ErrorLog,
  receiveWebhook,
  recordWebhook,
} from "../../../modules/stablecoin/service"
import type { AcceptedWebhook } from "../../../modules/stablecoin/types"
import { enqueueWebhookEvent } from "../../../workflows/enqueue"

/**
 * Statuses of a webhook event that is not processed again when it is received
 * again.
 */
const DRIVEN = ["processed", "ignored"]

type StoredWebhook = Extract<AcceptedWebhook, { isProbe: false }>

const errors = new ErrorLog()

/**
 * Receives a webhook, and processes it only after the response.
 *
 * Calls the module and not a workflow: no step that could fail or take time may
 * run before the webhook is stored.
 */
export async function storeWebhook(
  rail: Rail,
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { webhookEvents, webhooks, metrics } =
    req.scope.resolve(STABLECOIN_MODULE)
  const received = await receiveWebhook<StoredWebhook>(rail, req, res, {
    accept: (webhook) => webhookEvents.accept(webhook),
    record: (rail, outcome, seconds) =>
      recordWebhook(metrics, rail, outcome, seconds),
    note: (note) => webhooks.note(note),
    logError: (message) =>
      errors.log(req.scope.resolve(ContainerRegistrationKeys.LOGGER), message),
  })
  if (received && !DRIVEN.includes(received.webhookEvent.status)) {
    const { webhookEvent, report, signed_for } = received
    enqueueWebhookEvent(req.scope, { id: webhookEvent.id, report, signed_for })
  }
}
