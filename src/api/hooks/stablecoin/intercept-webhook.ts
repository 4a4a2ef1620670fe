import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { RAILS } from "../../../ledger"
import { receiveWebhook } from "./receive-webhook"

/** Our providers, whatever id the store gave them; Medusa takes both with and without its prefix. */
const OURS = RAILS.map((rail) => ({
  path: new RegExp(`^/hooks/payment/(pp_)?stablecoin-${rail}(_[^/]*)?/?$`, "i"),
  receive: receiveWebhook(rail),
}))

/**
 * Medusa's own webhook route answers before it verifies or stores anything.
 * Ours are taken here, in its place; other providers' go on to it.
 */
export async function interceptWebhook(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const ours = OURS.find(({ path }) => path.test(req.baseUrl + req.path))
  if (ours) {
    await ours.receive(req, res)
  } else {
    next()
  }
}
