import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { RAILS } from "../../../ledger"
import { receiveWebhook } from "./receive-webhook"

/**
 * Our own routes, and Medusa's route for our providers, under any provider id
 * that the store chose, with or without its prefix.
 */
const OURS = RAILS.map((rail) => ({
  path: new RegExp(
    `^/hooks/(stablecoin/${rail}|payment/(pp_)?stablecoin-${rail}(_[^/]*)?)/?$`,
    "i"
  ),
  receive: receiveWebhook(rail),
}))

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
  const address = decoded(req.baseUrl + req.path)
  const ours = OURS.find(({ path }) => path.test(address))
  if (ours) {
    await ours.receive(req, res)
  } else {
    next()
  }
}

/**
 * Decodes like Express, which decodes a provider's name after it has matched
 * Medusa's route.
 */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Express also rejects it, with 400.
    return path
  }
}
