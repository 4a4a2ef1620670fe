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

/**
 * A final transfer of a known coin to an address that buyers were shown. Hashes
 * and addresses are in lower case.
 */
export type SeenTransfer = {
  chain: string
  /** Null for a network's own coins: only the balance shows them. */
  tx_hash: string | null
  /** Position in its block, which tells transfers of a transaction apart. */
  log_index: number
  /** `USDT`, `USDC`, or the name of a bridged coin such as `USDC.e`. */
  coin: string
  /** Exact decimal. */
  amount: string
  from: string | null
  to: string
  block_number: number
  block_time: Date
}

/** Returns the first difference of a transfer from what a payment asks for. */
export function transferReason(
  { chain, coin, amount }: SeenTransfer,
  payment: Pick<Payment, "chain" | "currency" | "amount">
): TransferReason {
  if (chain !== payment.chain) {
    return "network"
  }
  if (coin !== payment.currency) {
    return "coin"
  }
  if (isSameAmount(amount, payment.amount)) {
    return "exact"
  }
  return isMoreThan(amount, payment.amount) ? "over" : "short"
}

/** Why a transfer is not what paid a payment. While none is named, it may be. */
export function reasonOfPaid({
  tx_hash,
}: Pick<Payment, "tx_hash">): TransferReason {
  return tx_hash === null ? "unclear" : "again"
}

/**
 * The exception about a transfer that the gateway has not reported.
 *
 * @param reason `late` for each payment that has ended or is paid
 */
export function transferException(
  transfer: SeenTransfer,
  reason: TransferReason,
  payment: Pick<Payment, "status" | "tx_hash"> | null,
  deposit_id: string
): ExceptionDraft {
  const { chain, tx_hash, coin, amount, from, to } = transfer
  return {
    kind: TRANSFER_KIND,
    reason:
      reason === "late" && payment?.status === "paid"
        ? reasonOfPaid(payment)
        : reason,
    key: [deposit_id, "transfer"].join(":"),
    deposit_id,
    details: {
      amount,
      currency: coin,
      chain,
      to,
      ...(tx_hash ? { tx_hash, from } : {}),
      block_time: transfer.block_time.toISOString(),
    },
  }
}
