import { storeSigned } from "./accept-webhook"
import type { Process } from "./processes"

/**
 * A verified hosted webhook that changes nothing, as a store without HTTP
 * receives it.
 */
export async function hostedReport(
  process: Pick<Process, "service">,
  event: string,
  paymentId: string,
  clientSecret: string
): Promise<void> {
  const body = Buffer.from(
    JSON.stringify({ event, payload: { order_no: paymentId } })
  )
  await storeSigned(process, "hosted", body, clientSecret)
  await process.service.webhookEvents.processDue()
}
