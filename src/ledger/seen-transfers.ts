import type { Coins, Deposit } from "./deposits"
import type { ExceptionDraft, ExceptionKind, ReasonOf } from "./exceptions"
import { isMoreThan, isSameAmount } from "./money"
import type { Payment } from "./payment"

/** Why a transfer that a chain shows is not one that the gateway reported. */
export type TransferReason = ReasonOf<"unreported_transfer">

/** Kind of the exceptions about transfers that only a chain shows. */
export const TRANSFER_KIND = "unreported_transfer" satisfies ExceptionKind

/**
 * Reasons of a transfer that is exactly what a payment waits for. Settling
 * chooses between them, by what Medusa still asks for.
 */
export const EXACT_REASONS: readonly TransferReason[] = [
  "exact",
  "changed",
  "again",
]

/** A transfer of a deposit. */
export type Transfer = Coins &
  Pick<
    Deposit,
    "tx_hash" | "log_index" | "sender" | "destination_address" | "arrived_at"
  >

/**
 * A final transfer of a known coin, or of a bridged one such as `USDC.e`, to an
 * address that buyers were shown. Coins of the network's own have no hash: only
 * the balance shows them.
 */
export type SeenTransfer = Transfer & { block_number: number }

/** Returns the first difference of a transfer from what a payment asks for. */
export function transferReason(
  { chain, currency, amount }: Coins,
  payment: Pick<Payment, "chain" | "currency" | "amount">
): TransferReason {
  if (chain !== payment.chain) {
    return "network"
  }
  if (currency !== payment.currency) {
    return "coin"
  }
  if (isSameAmount(amount, payment.amount)) {
    return "exact"
  }
  return isMoreThan(amount, payment.amount) ? "over" : "short"
}

/**
 * The exception about a transfer that the gateway has not reported.
 *
 * @param reason `late` for each payment that has ended or is paid
 */
export function transferException(
  transfer: Transfer,
  reason: TransferReason,
  payment: Pick<Payment, "status"> | null,
  deposit_id: string
): ExceptionDraft {
  const { chain, tx_hash, currency, amount, sender, destination_address } =
    transfer
  return {
    kind: TRANSFER_KIND,
    reason: reason === "late" && payment?.status === "paid" ? "again" : reason,
    key: [deposit_id, "transfer"].join(":"),
    deposit_id,
    details: {
      amount,
      currency,
      chain,
      to: destination_address,
      ...(tx_hash ? { tx_hash, from: sender } : {}),
      block_time: transfer.arrived_at.toISOString(),
    },
  }
}
