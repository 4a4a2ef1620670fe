import { isSameAmount } from "../../../src/ledger/money"
import type { Transfer } from "./chain/transfer"
import type { ConfirmationFault } from "./faults/faults"
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
  receipts: readonly Transfer[],
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
  const problem = transferProblem(receipts, entry, by.senderAddress)
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

type Problem = { field: "tx_hash" | "sender_address"; message: string }

/**
 * Checks that a transfer of a transaction pays an order. Returns the first
 * problem, with the field of the confirmation's body, or null. Addresses
 * compare case-insensitively, since case is only a checksum.
 */
function transferProblem(
  receipts: readonly Transfer[],
  entry: OrderEntry,
  sender: string
): Problem | null {
  const problems = receipts.map((receipt) => problemOf(receipt, entry, sender))
  const [first] = problems
  if (first === undefined) {
    return problem(`There is no transfer with this hash on ${entry.chain}.`)
  }
  return problems.includes(null) ? null : first
}

function problemOf(
  receipt: Transfer,
  entry: OrderEntry,
  sender: string
): Problem | null {
  if (receipt.status !== "success") {
    return problem("The transfer failed on the network and moved nothing.")
  }
  if (receipt.currency !== entry.currency) {
    return problem(
      `The transfer moved ${receipt.currency}, the order is in ${entry.currency}.`
    )
  }
  if (!isSameAddress(receipt.from, sender)) {
    return {
      field: "sender_address",
      message: "The transfer was sent from another address.",
    }
  }
  if (!isSameAddress(receipt.to, entry.destinationAddress)) {
    return problem("The transfer went to another address than the order's.")
  }
  if (!isSameAmount(receipt.amount, entry.amount)) {
    return problem(
      `The transfer moved ${receipt.amount}, the order requires exactly ${entry.amount}.`
    )
  }
  return null
}

function problem(message: string): Problem {
  return { field: "tx_hash", message }
}

function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
