import { createHash } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { StorePaymentResponse } from "../../../../../http-types/store"
import { STABLECOIN_MODULE } from "../../../../../modules/stablecoin"
import { storePayment } from "../../../../../modules/stablecoin/service"
import { pollAfter } from "../poll-after"
import { requestedSession, noSuchPayment } from "../requested-session"

/**
 * Returns the state of a payment, by the session that it was started in.
 * Waiting storefronts poll it.
 */
export const GET = async (
  req: MedusaRequest,
  res: MedusaResponse<StorePaymentResponse>
): Promise<void> => {
  const { medusa } = req.scope.resolve(STABLECOIN_MODULE)
  const sessionId = requestedSession(req)
  const found = await medusa.findShownPayment(sessionId)
  if (!found) {
    throw noSuchPayment()
  }
  const now = new Date()
  const payment = storePayment(found, sessionId, now)
  const tag = tagOf(payment)
  // A browser that revalidated a copy would return its old time and interval.
  res.set({ "Cache-Control": "no-store", ETag: `W/"${tag}"` })
  // A browser that must not answer from its cache makes Express ignore the tag.
  if (req.get("If-None-Match")?.includes(tag)) {
    res.status(304).end()
    return
  }
  res.json({
    payment,
    now: now.toISOString(),
    poll_after: pollAfter({ ...found.payment, final: payment.final }, now),
  } satisfies StorePaymentResponse)
}

/** Of the state alone: passing time is not a change. */
function tagOf(payment: StorePaymentResponse["payment"]): string {
  return createHash("sha256")
    .update(JSON.stringify(payment))
    .digest("base64url")
    .slice(0, 22)
}
