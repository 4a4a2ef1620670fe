import { isSameAmount } from "../../../src/ledger/money"
import type { Transfer } from "./chain/transfer"
import type { ConfirmationFault } from "./faults/faults"
import { invalid, type Refusal } from "./http/refusal"
import type { OrderEntry } from "./records/order"

/** The claim of a buyer's app that a transfer pays an order. */
export type Confirmation = { txHash: string; chain: string; from: string }

type Refused = {
  refusal: Refusal
  /** Faults with which the gateway confirms nevertheless. */
  liesThatPass: readonly ConfirmationFault[]
}

/** A field of the confirmation's body, and why it is refused. */
type Problem = [field: string, message: string]

/**
 * The first reason to refuse a confirmation, or null.
 *
 * @param transfers those with that hash on the order's chain
 * @param isSpent whether the hash has paid an order
 */
export function confirmationProblem(
  entry: OrderEntry,
  by: Confirmation,
  transfers: readonly Transfer[],
  isSpent: boolean
): Refused | null {
  const status = statusProblem(entry)
  if (status) {
    // An order is paid once, whether the gateway lies or not.
    return { refusal: status, liesThatPass: [] }
  }
  const problem = transferProblem(entry, by, transfers)
  if (problem) {
    const liesThatPass = ["unchecked_confirmation"] as const
    return { refusal: invalid(...problem), liesThatPass }
  }
  return isSpent
    ? {
        refusal: invalid("tx_hash", "This transfer has paid another order."),
        liesThatPass: ["spent_hash", "unchecked_confirmation"],
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
  const message = `Only pending orders can be paid, this one is ${status}.`
  return status === "pending" ? null : invalid("status", message)
}

function transferProblem(
  entry: OrderEntry,
  by: Confirmation,
  transfers: readonly Transfer[]
): Problem | null {
  if (by.chain !== entry.chain) {
    return ["chain", `The order is to be paid on ${entry.chain}.`]
  }
  const problems = transfers.map((each) => problemOf(each, entry, by))
  const [first] = problems
  if (first === undefined) {
    return ["tx_hash", `There is no transfer with this hash on ${entry.chain}.`]
  }
  return problems.includes(null) ? null : first
}

function problemOf(
  transfer: Transfer,
  entry: OrderEntry,
  by: Confirmation
): Problem | null {
  const { status, currency, from, to, amount } = transfer
  if (status !== "success") {
    return ["tx_hash", "The transfer failed on the network and moved nothing."]
  }
  if (currency !== entry.currency) {
    return [
      "tx_hash",
      `The transfer moved ${currency}, the order is in ${entry.currency}.`,
    ]
  }
  // Case is only a checksum.
  if (from !== by.from.toLowerCase()) {
    return ["sender_address", "The transfer was sent from another address."]
  }
  if (to !== entry.destinationAddress) {
    return ["tx_hash", "The transfer went to another address than the order's."]
  }
  return isSameAmount(amount, entry.amount)
    ? null
    : [
        "tx_hash",
        `The transfer moved ${amount}, the order requires exactly ${entry.amount}.`,
      ]
}
