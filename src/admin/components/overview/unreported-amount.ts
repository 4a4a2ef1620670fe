import type { AdminFees } from "../../../http-types"
import { differenceOf, isMoreThan } from "../../../ledger/money"

/**
 * The money whose fee the gateway did not report: received less this and less
 * the fee is the net amount.
 *
 * @returns a decimal string; null if all fees were reported
 */
export function unreportedAmount({
  amount,
  net_amount,
  fee,
}: Pick<AdminFees, "amount" | "net_amount" | "fee">): string | null {
  const rest = differenceOf(differenceOf(amount, net_amount ?? "0"), fee ?? "0")
  return isMoreThan(rest, "0") ? rest : null
}
