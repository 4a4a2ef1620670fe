import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"

/** Medusa's word for the state of a payment. */
export function sessionStatus(
  payment: Pick<Payment, "status" | "capture">
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
      return payment.capture === "manual"
        ? PaymentSessionStatus.AUTHORIZED
        : PaymentSessionStatus.CAPTURED
  }
}

/**
 * What a start says: Medusa writes it over the session, which a webhook that
 * overtook the gateway's answer may have had authorized in the meantime.
 */
export function startedStatus(payment: Payment): PaymentSessionStatus {
  return payment.status === "paid"
    ? PaymentSessionStatus.AUTHORIZED
    : sessionStatus(payment)
}
