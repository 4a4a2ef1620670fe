import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment, Rail } from "../../../src/ledger"
import { STABLECOIN_MODULE } from "../../../src/modules/stablecoin"
import type { AcceptedWebhook } from "../../../src/modules/stablecoin/webhooks/accept-webhook"
import type { Sandbox } from "../../../src/sandbox"
import { applyWebhookEvent } from "../../../src/workflows/process-webhook-event"
import { acceptSigned } from "../module/accept-webhook"
import type { Process } from "../module/processes"
import { PAID_EVENTS } from "../../../harness/gateway/webhooks"

/** Accepts a webhook with a custom body, and processes it as a store does. */
export async function processWebhook(
  process: Process,
  rail: Rail,
  body: Buffer,
  secret: string
): Promise<AcceptedWebhook> {
  const { service, warnings } = process
  const accepted = await acceptSigned(process, rail, body, secret)
  if (accepted.ok && !accepted.isProbe) {
    const parts: Record<string, unknown> = {
      [STABLECOIN_MODULE]: service,
      [ContainerRegistrationKeys.LOGGER]: {
        warn: (line: string) => warnings.push(line),
      },
    }
    const container = { resolve: (key: string) => parts[key] }
    await applyWebhookEvent(
      container as unknown as MedusaContainer,
      accepted.webhookEvent.id
    )
  }
  return accepted
}

/** The gateway's paid event of a payment, to be signed with a secret. */
export function paidBody(sandbox: Sandbox, { id, rail }: Payment): Buffer {
  const [webhookEvent] = sandbox.trigger(PAID_EVENTS[rail], { orderNo: id })
  return Buffer.from(String(webhookEvent?.body))
}
