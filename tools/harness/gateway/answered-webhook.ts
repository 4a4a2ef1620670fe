import { requestOrThrow } from "../shop/request"
import { waitFor } from "../wait-for"
import { PAID_EVENTS } from "./webhooks"

type WebhookEvent = {
  event: string
  body: string
  status: number | null
}

/**
 * Waits until the store has answered 200 to the webhook that reports the
 * payment.
 *
 * @returns the webhook's event
 */
export async function answeredWebhook(
  controlUrl: string,
  paymentId: string
): Promise<string> {
  return await waitFor("the store to answer the webhook with 200", async () => {
    const { webhooks } = await requestOrThrow<{ webhooks: WebhookEvent[] }>(
      `${controlUrl}/webhooks`
    )
    const paid = webhooks.find(
      ({ event, body, status }) =>
        Object.values(PAID_EVENTS).includes(event) &&
        body.includes(paymentId) &&
        status === 200
    )
    return paid?.event
  })
}
