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
