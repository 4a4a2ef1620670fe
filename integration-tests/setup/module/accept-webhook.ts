import type { Rail } from "../../../src/ledger"
import type { AcceptedWebhook } from "../../../src/modules/stablecoin/webhooks/accept-webhook"
import type StablecoinModuleService from "../../../src/modules/stablecoin/service"
import { sign } from "../../../tools/harness/gateway/webhooks"

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
