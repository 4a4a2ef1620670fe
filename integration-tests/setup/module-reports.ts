import { createHmac } from "node:crypto"
import type { Process } from "./module-processes"

/** A verified webhook of the hosted rail that tells nothing new, as a store without HTTP receives it. */
export async function hostedReport(
  { service }: Pick<Process, "service">,
  event: string,
  paymentId: string,
  clientSecret: string
): Promise<void> {
  const body = Buffer.from(
    JSON.stringify({ event, payload: { order_no: paymentId } })
  )
  const accepted = await service.acceptWebhook({
    rail: "hosted",
    body,
    header: () => createHmac("sha256", clientSecret).update(body).digest("hex"),
  })
  if (!accepted.ok || accepted.isProbe) {
    throw new Error("The webhook was not stored.")
  }
  const { delivery, report, signed_for } = accepted
  await service.deliveries.sortOut({ id: delivery.id, report, signed_for })
}
