import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"

/**
 * Converts the status of a payment to Medusa's session status. A paid payment is
 * authorized, whether Medusa has captured it or not.
 */
export function sessionStatus({
  status,
}: Pick<Payment, "status">): PaymentSessionStatus {
  switch (status) {
    case "creating":
    case "pending":
    case "abandoned":
      return PaymentSessionStatus.PENDING
    case "failed":
      return PaymentSessionStatus.ERROR
    case "cancelled":
      return PaymentSessionStatus.CANCELED
    case "paid":
      return PaymentSessionStatus.AUTHORIZED
  }
}
