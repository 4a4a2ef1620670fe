import type { Receipt } from "./chain/receipts"
import { transferProblem } from "./chain/verify-transfer"
import type { ConfirmationFault } from "./faults/call-faults"
import { invalid, type Refusal } from "./http/refusal"
import type { OrderEntry } from "./records/order"

/** The claim of a buyer's app that a transfer pays an order. */
export type Confirmation = {
  txHash: string
  chain: string
  senderAddress: string
}

type Refused = {
  refusal: Refusal
  /** Faults with which the gateway confirms nevertheless. */
  liesThatPass: readonly ConfirmationFault[]
}

/**
 * The first reason to refuse a confirmation, or null.
 *
 * @param receipts the transfers with that hash on the order's chain
 * @param isSpent whether the hash has paid an order
 */
export function confirmationProblem(
  entry: OrderEntry,
  by: Confirmation,
  receipts: readonly Receipt[],
  isSpent: boolean
): Refused | null {
  // An order is paid once, whether the gateway lies or not.
  const lies =
    entry.status === "pending" ? (["unchecked_confirmation"] as const) : []
  if (by.chain !== entry.chain) {
    const reason = `The order is to be paid on ${entry.chain}.`
    return { refusal: invalid("chain", reason), liesThatPass: lies }
  }
  const status = statusProblem(entry)
  if (status) {
    return { refusal: status, liesThatPass: [] }
  }
  const problem = transferProblem(receipts, {
    chain: entry.chain,
    currency: entry.currency,
    from: by.senderAddress,
    to: entry.destinationAddress,
    amount: entry.amount,
  })
  if (problem) {
    const { field, message } = problem
    return { refusal: invalid(field, message), liesThatPass: lies }
  }
  return isSpent
    ? {
        refusal: invalid("tx_hash", "This transfer has paid another order."),
        liesThatPass: ["spent_hash", ...lies],
      }
    : null
}

/** @throws Refusal 422 unless the order is pending */
export function requirePayable(entry: OrderEntry): void {
  const problem = statusProblem(entry)
  if (problem) {
    throw problem
  }
}

function statusProblem({ status }: OrderEntry): Refusal | null {
  return status === "pending"
    ? null
    : invalid(
        "status",
        `Only pending orders can be paid, this one is ${status}.`
      )
}
