import type { AdminPayment } from "../../../http-types"
import { isNotShown } from "../../../ledger/proof"

/**
 * The label of a payment's money: only the gateway says that it arrived, if the
 * network does not show it.
 */
export function receivedLabel({
  status,
  proof_status,
}: Pick<AdminPayment, "status" | "proof_status">) {
  return status === "paid" && isNotShown({ proof_status })
    ? "payments.fields.confirmed"
    : "payments.fields.received"
}
