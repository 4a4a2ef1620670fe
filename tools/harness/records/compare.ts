import { isSameAmount, toMinorUnits } from "../../../src/ledger"
import type { Records, GatewayEntry, LedgerEntry } from "./records"

/**
 * The outcome of a payment.
 *
 * - `unpaid`: no money, and nothing was captured
 * - `ordered`: one capture on one uncancelled order that nothing else covers
 * - `flagged`: has an exception or a refund due
 * - `unreported`: a hosted success that never reached the store, which cannot
 *   detect it
 * - `lost`: money that none of the above accounts for
 * - `doubled`: captured twice, or on a cart that another payment has paid
 * - `unconfirmed`: captured without such money at the gateway
 */
export const VERDICTS = [
  "unpaid",
  "ordered",
  "flagged",
  "unreported",
  "lost",
  "doubled",
  "unconfirmed",
] as const
export type Verdict = (typeof VERDICTS)[number]

export type PaymentVerdict = {
  payment_id: string
  verdict: Verdict
  why: string
}

/** Verdicts that must never occur. */
const VIOLATIONS: readonly Verdict[] = ["lost", "doubled", "unconfirmed"]

/**
 * Compares the gateway's, the ledger's and Medusa's records of each payment.
 */
export function compareRecords(records: Records): PaymentVerdict[] {
  const entries = new Map(
    records.gateway.map((each) => [each.payment_id, each])
  )
  const rows = new Map(records.ledger.map((each) => [each.id, each]))
  const verdicts = [...new Set([...entries.keys(), ...rows.keys()])].map((id) =>
    judge(records, id, entries.get(id), rows.get(id))
  )
  const sessions = new Set(records.ledger.map(({ session_id }) => session_id))
  const unknown = records.captures
    .filter(({ session_id }) => !sessions.has(session_id))
    .map(({ session_id }) => ({
      payment_id: session_id,
      verdict: "unconfirmed" as const,
      why: "captured for a session without a ledger row",
    }))
  return [...verdicts, ...unknown]
}

export function violations(
  verdicts: readonly PaymentVerdict[]
): PaymentVerdict[] {
  return verdicts.filter(({ verdict }) => VIOLATIONS.includes(verdict))
}

function judge(
  records: Records,
  payment_id: string,
  entry: GatewayEntry | undefined,
  row: LedgerEntry | undefined
): PaymentVerdict {
  const verdict = (verdict: Verdict, why: string): PaymentVerdict => ({
    payment_id,
    verdict,
    why,
  })
  const captures = records.captures.filter(
    ({ session_id }) => session_id === row?.session_id
  )
  if (!entry?.paid) {
    return captures.length > 0
      ? verdict("unconfirmed", "captured, and not paid at the gateway")
      : verdict("unpaid", "no money received")
  }
  if (!row) {
    return verdict("lost", "paid, and not in the ledger")
  }
  const twice = doubled(records, row, captures.length)
  if (twice) {
    return verdict("doubled", twice)
  }
  if (row.exceptions > 0 || row.refunds_due > 0) {
    return verdict("flagged", "an exception is open, or a refund is due")
  }
  if (row.status !== "paid") {
    return entry.rail === "hosted" && !entry.reported
      ? verdict("unreported", "its success webhook was dropped")
      : verdict("lost", `paid, and ${row.status} in the ledger`)
  }
  const [capture] = captures
  if (!capture) {
    return verdict("lost", "paid, and not captured")
  }
  if (!isSameAmount(capture.amount, row.cart_amount)) {
    return verdict("lost", `${capture.amount} of ${row.cart_amount} captured`)
  }
  if (!capture.recorded) {
    return verdict("lost", "captured, and its order seems unpaid")
  }
  return ordersOf(records, row).length === 1
    ? verdict("ordered", "one capture on one order")
    : verdict("lost", "captured, and no uncancelled order is linked to it")
}

/** Explains why the same money or cart was captured twice, or returns null. */
function doubled(
  records: Records,
  row: LedgerEntry,
  captures: number
): string | null {
  if (captures > 1) {
    return `captured ${captures} times`
  }
  if (captures === 0) {
    return null
  }
  const unrefunded = records.captures.filter(
    (capture) =>
      capture.payment_collection_id === row.payment_collection_id &&
      !capture.refunded
  )
  // A cart that grew after a partial payment is paid in parts.
  const due = amountOf(records, row.payment_collection_id)
  if (unrefunded.length > 1 && sumOf(unrefunded) > due) {
    return `${unrefunded.length} captures on one payment collection`
  }
  const orders = ordersOf(records, row)
  return orders.length > 1 ? `${orders.length} orders for one cart` : null
}

/**
 * Finds uncancelled orders whose captures are below the amount due, while none
 * of their payments has an exception.
 *
 * @returns their ids
 */
export function underpaidOrders(records: Records): string[] {
  return records.orders.flatMap(({ id, canceled, payment_collection_id }) => {
    const rows = records.ledger.filter(
      (row) => row.payment_collection_id === payment_collection_id
    )
    const taken = sumOf(
      records.captures.filter(
        (capture) => capture.payment_collection_id === payment_collection_id
      )
    )
    const isUnderpaid =
      !canceled &&
      taken > 0n &&
      taken < amountOf(records, payment_collection_id) &&
      rows.every(({ exceptions }) => exceptions === 0)
    return isUnderpaid ? [id] : []
  })
}

function amountOf({ collections }: Records, id: string): bigint {
  return toMinorUnits(collections.find((each) => each.id === id)?.amount ?? "0")
}

function sumOf(captures: Records["captures"]): bigint {
  return captures.reduce((sum, { amount }) => sum + toMinorUnits(amount), 0n)
}

/** The uncancelled orders of a payment's collection and of their carts. */
function ordersOf({ orders }: Records, row: LedgerEntry): string[] {
  const uncancelled = orders.filter(({ canceled }) => !canceled)
  const own = uncancelled.filter(
    (order) => order.payment_collection_id === row.payment_collection_id
  )
  const carts = new Set(own.flatMap(({ cart_id }) => cart_id ?? []))
  const sameCart = uncancelled.filter(
    ({ cart_id }) => cart_id !== null && carts.has(cart_id)
  )
  return [...new Set([...own, ...sameCart].map(({ id }) => id))]
}
