import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  parseHostedWebhook,
  parseOnchainWebhook,
  verifySignature,
  WebhookBodyError,
  type WebhookReport,
} from "../../../gateway"
import type { Rail } from "../../../ledger"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import type StablecoinModuleService from "../../../modules/stablecoin/service"
import { wakeForDelivery } from "../../../workflows/wake"

const RAILS: Record<
  Rail,
  { header: string; parse: (body: Buffer) => WebhookReport }
> = {
  hosted: { header: "x-webhook-signature", parse: parseHostedWebhook },
  onchain: { header: "x-business-signature", parse: parseOnchainWebhook },
}

/**
 * Takes a webhook: verified over its raw bytes, stored, answered, and only
 * then processed. What was answered 200 is on disk.
 *
 * It calls the module and not a workflow: nothing may come between the wire
 * and the disk that could fail or take time.
 */
export function receiveWebhook(rail: Rail) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const { header, parse } = RAILS[rail]
    const stablecoin =
      req.scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const body = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0)
    const signature = req.get(header)
    const secrets = await stablecoin.webhookSecrets(rail)
    if (!verifySignature(body, signature, secrets)) {
      refuse(res, 401, "unauthorized", explain(header, signature, secrets))
      return
    }
    let report: WebhookReport
    try {
      report = parse(body)
    } catch (error) {
      if (!(error instanceof WebhookBodyError)) {
        throw error
      }
      refuse(res, 400, "invalid_data", error.message)
      return
    }
    try {
      const delivery = await stablecoin.recordDelivery({
        rail,
        event: report.event,
        body,
      })
      res.status(200).json({ received: true })
      wakeForDelivery(req.scope, delivery.id)
    } catch (error) {
      req.scope
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(
          `Stablecoin payments: a ${rail} webhook could not be stored: ${String(error)}`
        )
      refuse(res, 503, "unavailable", "It could not be stored: send it again.")
    }
  }
}

function explain(
  header: string,
  signature: string | undefined,
  secrets: readonly string[]
): string {
  if (!secrets.length) {
    return "This store has no secret to verify webhooks with: configure the rail."
  }
  return signature
    ? `The header ${header} does not sign this body with a secret of this store.`
    : `The header ${header} is missing.`
}

function refuse(
  res: MedusaResponse,
  status: number,
  type: string,
  message: string
): void {
  res.status(status).json({ type, message })
}
