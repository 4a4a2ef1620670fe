import { MedusaError } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"

/** @throws MedusaError (400) for what the gateway has not confirmed: it captures when it is paid, and nobody else can */
export function assertPaid({ id, status }: Payment): void {
  if (status !== "paid") {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Payment ${id} can't be captured: the gateway has not confirmed it (it is ${status}).`
    )
  }
}
