import type { Payment, Rail } from "../../../src/ledger"
import type { Sandbox } from "../../../packages/sandbox/src"
import type { AcceptedWebhook } from "../../../src/modules/stablecoin/webhooks/accept-webhook"
import type StablecoinModuleService from "../../../src/modules/stablecoin/service"
import { PAID_EVENTS, sign } from "../../../tools/harness/gateway/webhooks"
import type { Process } from "./processes"

/** A stored webhook. */
type StoredWebhook = Extract<AcceptedWebhook, { isProbe: false }>

type OfService = { service: Pick<StablecoinModuleService, "webhookAcceptor"> }

/**
 * Passes a webhook to the module, signed with a secret as the gateway signs it.
 */
export async function acceptSigned(
  { service }: OfService,
  rail: Rail,
  body: Buffer,
  secret: string
): Promise<AcceptedWebhook> {
  return await service.webhookAcceptor.accept({
    rail,
    body,
    header: () => sign(body, secret),
  })
}

/** Passes a signed webhook to the module. @throws when it is not stored */
export async function storeSigned(
  ...webhook: Parameters<typeof acceptSigned>
): Promise<StoredWebhook> {
  const accepted = await acceptSigned(...webhook)
  if (!accepted.ok || accepted.isProbe) {
    throw new Error("The webhook was not stored.")
  }
  return accepted
}

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
