import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"

/**
 * Converts the status of a payment to Medusa's session status. Medusa captures
 * a session that is `captured` as soon as it is authorized.
 *
 * @param isHeld whether settling captures the payment, such as after a proof
 */
export function sessionStatus(
  payment: Pick<Payment, "status" | "capture">,
  isHeld: boolean
): PaymentSessionStatus {
  switch (payment.status) {
    case "creating":
    case "pending":
    case "abandoned":
      return PaymentSessionStatus.PENDING
    case "failed":
      return PaymentSessionStatus.ERROR
    case "cancelled":
      return PaymentSessionStatus.CANCELED
    case "paid":
      return payment.capture === "manual" || isHeld
        ? PaymentSessionStatus.AUTHORIZED
        : PaymentSessionStatus.CAPTURED
  }
}

/**
 * Returns the session status after a start. Medusa overwrites the session with
 * it, which a webhook that overtook the gateway's response may already have had
 * authorized.
 */
export function startedStatus(payment: Payment): PaymentSessionStatus {
  return payment.status === "paid"
    ? PaymentSessionStatus.AUTHORIZED
    : sessionStatus(payment, false)
}
