import type { Fact } from "./facts"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/** Transfer on a chain. */
export type Transfer = {
  chain: string
  /** Lower case, since hexadecimal digits are case-insensitive. */
  tx_hash: string
}

/**
 * Returns the transfer of a paid fact, which belongs to the first payment that
 * it is reported for. Null if the fact has none, or is a test event of a
 * payment in another mode, whose transfer is simulated.
 */
export function transferOf(
  payment: Pick<Payment, "mode">,
  fact: Fact
): Transfer | null {
  if (
    fact.kind !== "paid" ||
    !fact.chain ||
    !fact.tx_hash ||
    (isOtherMode(payment, fact) && fact.mode === "test")
  ) {
    return null
  }
  return { chain: fact.chain, tx_hash: fact.tx_hash.toLowerCase() }
}

/** Whether an event has another mode than its payment was started in. */
export function isOtherMode(
  { mode }: Pick<Payment, "mode">,
  fact: { mode?: string }
): boolean {
  return mode !== null && fact.mode !== undefined && fact.mode !== mode
}

/**
 * Whether a payment was paid on a chain and no report has named its transfer.
 * Until a read of its order does, the same transfer could pay another payment.
 */
export function lacksTransfer({
  status,
  rail,
  gateway_id,
  tx_hash,
}: Pick<Payment, "status" | "rail" | "gateway_id" | "tx_hash">): boolean {
  return (
    status === "paid" &&
    RAIL_TRAITS[rail].isReadable &&
    gateway_id !== null &&
    tx_hash === null
  )
}
