import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { storeWebhook } from "../store-webhook"

/**
 * Fallback: `interceptWebhook` receives the webhook where it runs before the
 * routes.
 */
export async function POST(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  await storeWebhook("hosted", req, res)
}
