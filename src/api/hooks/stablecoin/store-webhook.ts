import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { Rail } from "../../../ledger"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import { railOfPath } from "../../../modules/stablecoin/service"
import { wakeWebhookEvents } from "../../../workflows/process-webhook-events"

/**
 * Receives every webhook of the gateway and passes other requests on.
 *
 * Medusa's own webhook route responds before it verifies or stores anything.
 * Webhooks for our providers are therefore received here instead.
 */
export async function interceptWebhook(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const rail = railOfPath(req.baseUrl + req.path)
  if (rail) {
    await storeWebhook(rail, req, res)
  } else {
    next()
  }
}

/**
 * Receives a webhook, and processes it only after the response.
 *
 * Calls the module and not a workflow: no step that could fail or take time may
 * run before the webhook is stored.
 */
async function storeWebhook(
  rail: Rail,
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { webhookReceiver } = req.scope.resolve(STABLECOIN_MODULE)
  const received = await webhookReceiver.receive(rail, req, res)
  if (received?.status === "received") {
    wakeWebhookEvents()
  }
}

/**
 * The route of a rail. Fallback: `interceptWebhook` receives the webhook where it
 * runs before the routes.
 */
export function webhookRoute(rail: Rail) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> =>
    await storeWebhook(rail, req, res)
}
