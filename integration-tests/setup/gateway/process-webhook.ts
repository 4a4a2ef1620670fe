import type { Payment, Rail } from "../../../src/ledger"
import type { AcceptedWebhook } from "../../../src/modules/stablecoin/webhooks/accept-webhook"
import type { Sandbox } from "../../../packages/sandbox/src"
import { acceptSigned } from "../module/accept-webhook"
import type { Process } from "../module/processes"
import { PAID_EVENTS } from "../../../tools/harness/gateway/webhooks"

/** Accepts a webhook with a custom body, and processes it as a store does. */
export async function processWebhook(
  process: Process,
  rail: Rail,
  body: Buffer,
  secret: string
): Promise<AcceptedWebhook> {
  const accepted = await acceptSigned(process, rail, body, secret)
  await process.service.webhookEvents.processDue()
  return accepted
}

/** Accepts the gateway's paid event of a payment, signed with a secret. */
export async function paidBy(
  process: Process,
  sandbox: Sandbox,
  payment: Payment,
  secret: string
): Promise<AcceptedWebhook> {
  const body = paidBody(sandbox, payment)
  return await acceptSigned(process, payment.rail, body, secret)
}

/** The same, and processes it. */
export async function pay(
  process: Process,
  sandbox: Sandbox,
  payment: Payment,
  secret: string
): Promise<AcceptedWebhook> {
  const body = paidBody(sandbox, payment)
  return await processWebhook(process, payment.rail, body, secret)
}

/** The gateway's paid event of a payment, to be signed with a secret. */
export function paidBody(sandbox: Sandbox, { id, rail }: Payment): Buffer {
  const [webhookEvent] = sandbox.trigger(PAID_EVENTS[rail], { orderNo: id })
  return Buffer.from(String(webhookEvent?.body))
}
