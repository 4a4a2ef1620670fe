import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { RAILS } from "../../../ledger"
import { receiveWebhook } from "./receive-webhook"

/** Our own addresses, and Medusa's of our providers: whatever id the store gave them, with its prefix or without. */
const OURS = RAILS.map((rail) => ({
  path: new RegExp(
    `^/hooks/(stablecoin/${rail}|payment/(pp_)?stablecoin-${rail}(_[^/]*)?)/?$`,
    "i"
  ),
  receive: receiveWebhook(rail),
}))

/**
 * Takes every webhook of the gateway; what is none of ours goes on.
 *
 * Medusa's own webhook route answers before it verifies or stores anything:
 * what it would get of ours is taken here, in its place.
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

/** As Express decodes a provider's name, after it has found Medusa's route. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Express refuses it likewise: 400.
    return path
  }
}
