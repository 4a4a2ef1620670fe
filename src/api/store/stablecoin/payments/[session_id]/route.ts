import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { StorePaymentResponse } from "../../../../../http-types/store"
import { STABLECOIN_MODULE } from "../../../../../modules/stablecoin"
import { storePayment } from "../../../../../modules/stablecoin/service"
import { requestedSession, noSuchPayment } from "../requested-session"

/** Returns the state of a payment, by the session that it was started in. */
export const GET = async (
  req: MedusaRequest,
  res: MedusaResponse<StorePaymentResponse>
): Promise<void> => {
  const { paymentStream } = req.scope.resolve(STABLECOIN_MODULE)
  const sessionId = requestedSession(req)
  const payment = await paymentStream.read(sessionId)
  if (!payment) {
    throw noSuchPayment()
  }
  const now = new Date()
  res.set("Cache-Control", "no-store")
  res.json({
    payment: storePayment(payment, sessionId, now),
    now: now.toISOString(),
  } satisfies StorePaymentResponse)
}
