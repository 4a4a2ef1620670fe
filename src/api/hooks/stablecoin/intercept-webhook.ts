import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { railOfPath } from "../../../modules/stablecoin/service"
import { storeWebhook } from "./store-webhook"

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
