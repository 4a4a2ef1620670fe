import type { Payment, SeenTransfer, TransferReason } from "../index"
import { NOW, payment } from "./samples"

/** The transfer that `payment()` waits for. */
export function transfer(changes: Partial<SeenTransfer> = {}): SeenTransfer {
  return {
    chain: "POLYGON",
    tx_hash: "0xhash",
    log_index: 3,
    currency: "USDT",
    amount: "12.50",
    sender: "0xsender",
    destination_address: "0xdestination",
    block_number: 100,
    arrived_at: NOW,
    ...changes,
  }
}

/** A payment of another amount. */
export const other = (changes: Partial<Payment> = {}) =>
  payment({ id: "stpay_2", amount: "99.00", ...changes })
/** The match of a transfer that the gateway has not reported. */
export const unreported = (reason: TransferReason, payment_id = "stpay_1") => ({
  is: "unreported",
  payment_id,
  reason,
})
