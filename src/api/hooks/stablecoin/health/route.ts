import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { WebhookReceiverResponse } from "../../../../http-types"

/**
 * Tells the health check that the store receives its webhooks itself. A 404
 * would not: a storefront or a proxy answers it, too.
 */
export function GET(
  _req: MedusaRequest,
  res: MedusaResponse<WebhookReceiverResponse>
): void {
  res.setHeader("cache-control", "no-store")
  res.json({ receiver: false })
}
