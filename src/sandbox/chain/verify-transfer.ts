import { isSameAmount } from "../../ledger/money"
import type { Receipt } from "./receipts"

export type ExpectedTransfer = {
  chain: string
  currency: string
  from: string
  to: string
  amount: string
}

type Problem = { field: "tx_hash" | "sender_address"; message: string }

/**
 * Checks that a transfer of a transaction pays an order. Returns the first
 * problem, with the field of the confirmation's body, or null. Addresses
 * compare case-insensitively, since case is only a checksum.
 */
export function transferProblem(
  receipts: readonly Receipt[],
  expected: ExpectedTransfer
): Problem | null {
  const problems = receipts.map((receipt) => problemOf(receipt, expected))
  const [first] = problems
  if (first === undefined) {
    return problem(`There is no transfer with this hash on ${expected.chain}.`)
  }
  return problems.includes(null) ? null : first
}

function problemOf(
  receipt: Receipt,
  expected: ExpectedTransfer
): Problem | null {
  if (receipt.status !== "success") {
    return problem("The transfer failed on the network and moved nothing.")
  }
  if (receipt.currency !== expected.currency) {
    return problem(
      `The transfer moved ${receipt.currency}, the order is in ${expected.currency}.`
    )
  }
  if (!isSameAddress(receipt.from, expected.from)) {
    return {
      field: "sender_address",
      message: "The transfer was sent from another address.",
    }
  }
  if (!isSameAddress(receipt.to, expected.to)) {
    return problem("The transfer went to another address than the order's.")
  }
  if (!isSameAmount(receipt.amount, expected.amount)) {
    return problem(
      `The transfer moved ${receipt.amount}, the order requires exactly ${expected.amount}.`
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
