import type {
  StorePayment,
  StorePaymentResponse,
} from "../../../src/http-types/store"
import { waitFor } from "../wait-for"
import type { Shopper } from "./shopper"

export function paymentUrl(url: string, sessionId: string): string {
  return `${url}/store/stablecoin/payments/${sessionId}`
}

/** Waits until a payment matches, as its buyer sees it. */
export async function shownPayment(
  shopper: Pick<Shopper, "call">,
  sessionId: string,
  fits: (payment: StorePayment) => boolean
): Promise<StorePayment> {
  return await waitFor(`a state of ${sessionId}`, async () => {
    const { body } = await shopper.call<Partial<StorePaymentResponse>>(
      "GET",
      paymentUrl("", sessionId)
    )
    return body.payment && fits(body.payment) && body.payment
  })
}
