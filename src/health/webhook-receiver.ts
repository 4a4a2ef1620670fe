import { z } from "zod"
import type { WebhookReceiverResponse } from "../http-types"
import { RECEIVER_HEALTH_PATH } from "../modules/stablecoin/service"
import type { GeneralSettings } from "../modules/stablecoin/types"
import type { AddressScope } from "../gateway"
import { request } from "./request"

const answerSchema = z.discriminatedUnion("receiver", [
  z.object({ receiver: z.literal(false) }),
  z.object({
    receiver: z.literal(true),
    status: z.enum(["ready", "spooling", "full"]),
  }),
]) satisfies z.ZodType<WebhookReceiverResponse>

export function webhookReceiverUrl({
  backendUrl,
}: Pick<GeneralSettings, "backendUrl">): string {
  return `${backendUrl}${RECEIVER_HEALTH_PATH}`
}

/**
 * Reads which process receives the webhooks that are sent to an address.
 *
 * @returns null if neither the store nor a receiver answers there
 */
export async function readWebhookReceiver(
  url: string,
  addressScope: AddressScope
): Promise<WebhookReceiverResponse | null> {
  const response = await request(url, { addressScope })
  if ("failed" in response) {
    return null
  }
  try {
    return answerSchema.parse(JSON.parse(response.body))
  } catch {
    return null
  }
}
