import { isSameAmount, toMinorUnits } from "../src/ledger"
import type { Books, GatewayEntry, LedgerEntry } from "./books"

/**
 * What became of a payment.
 *
 * - `unpaid`: no money, and nothing was captured
 * - `ordered`: one capture on one uncancelled order that nothing else covers
 * - `asked`: a person was asked, or a refund is due
 * - `unheard`: a hosted success that never reached the store: nobody can know it
 * - `lost`: money that none of the above accounts for
 * - `doubled`: captured twice, or on a cart that something else has paid
 * - `unconfirmed`: captured, and the gateway has no such money
 */
export const VERDICTS = [
  "unpaid",
  "ordered",
  "asked",
  "unheard",
  "lost",
  "doubled",
  "unconfirmed",
] as const
export type Verdict = (typeof VERDICTS)[number]

export type Judged = { payment_id: string; verdict: Verdict; why: string }

/** Verdicts that must not come up at all. */
const OFFENCES: readonly Verdict[] = ["lost", "doubled", "unconfirmed"]

/** Compares the three books, payment by payment. */
export function compareBooks(books: Books): Judged[] {
  const entries = new Map(books.gateway.map((each) => [each.payment_id, each]))
  const rows = new Map(books.ledger.map((each) => [each.id, each]))
  const judged = [...new Set([...entries.keys(), ...rows.keys()])].map((id) =>
    judge(books, id, entries.get(id), rows.get(id))
  )
  const sessions = new Set(books.ledger.map(({ session_id }) => session_id))
  const strangers = books.captures
    .filter(({ session_id }) => !sessions.has(session_id))
    .map(({ session_id }) => ({
      payment_id: session_id,
      verdict: "unconfirmed" as const,
      why: "captured for a session that the ledger does not know",
    }))
  return [...judged, ...strangers]
}

export function offenders(judged: readonly Judged[]): Judged[] {
  return judged.filter(({ verdict }) => OFFENCES.includes(verdict))
}

function judge(
  books: Books,
  payment_id: string,
  entry: GatewayEntry | undefined,
  row: LedgerEntry | undefined
): Judged {
  const verdict = (verdict: Verdict, why: string): Judged => ({
    payment_id,
    verdict,
    why,
  })
  const captures = books.captures.filter(
    ({ session_id }) => session_id === row?.session_id
  )
  if (!entry?.paid) {
    return captures.length > 0
      ? verdict("unconfirmed", "captured, and not paid at the gateway")
      : verdict("unpaid", "no money came")
  }
  if (!row) {
    return verdict("lost", "paid, and not in the ledger")
  }
  const twice = doubled(books, row, captures.length)
  if (twice) {
    return verdict("doubled", twice)
  }
  if (row.exceptions > 0 || row.refunds_due > 0) {
    return verdict("asked", "a person was asked, or a refund is due")
  }
  if (row.status !== "paid") {
    return entry.rail === "hosted" && !entry.heard
      ? verdict("unheard", "its success was never delivered")
      : verdict("lost", `paid, and ${row.status} in the ledger`)
  }
  const [capture] = captures
  if (!capture) {
    return verdict("lost", "paid, and not captured")
  }
  if (!isSameAmount(capture.amount, row.cart_amount)) {
    return verdict("lost", `${capture.amount} of ${row.cart_amount} captured`)
  }
  return ordersOf(books, row).length === 1
    ? verdict("ordered", "one capture on one order")
    : verdict("lost", "captured, and no uncancelled order is linked to it")
}

/** Why the same money, or the same cart's, was taken twice; null if it was not. */
function doubled(
  books: Books,
  row: LedgerEntry,
  captures: number
): string | null {
  if (captures > 1) {
    return `captured ${captures} times`
  }
  if (captures === 0) {
    return null
  }
  const kept = books.captures.filter(
    (capture) =>
      capture.payment_collection_id === row.payment_collection_id &&
      !capture.refunded
  )
  // A cart that grew after a part of it was paid is paid in parts.
  const asked = amountOf(books, row.payment_collection_id)
  if (kept.length > 1 && sumOf(kept) > asked) {
    return `${kept.length} captures on one payment collection`
  }
  const orders = ordersOf(books, row)
  return orders.length > 1 ? `${orders.length} orders for one cart` : null
}

/**
 * Orders that stand on less than their collection asks for, without an exception
 * about any of its payments.
 *
 * @returns their ids
 */
export function underpaidOrders(books: Books): string[] {
  return books.orders.flatMap(({ id, canceled, payment_collection_id }) => {
    const rows = books.ledger.filter(
      (row) => row.payment_collection_id === payment_collection_id
    )
    const taken = sumOf(
      books.captures.filter(
        (capture) => capture.payment_collection_id === payment_collection_id
      )
    )
    const isUnderpaid =
      !canceled &&
      taken > 0n &&
      taken < amountOf(books, payment_collection_id) &&
      rows.every(({ exceptions }) => exceptions === 0)
    return isUnderpaid ? [id] : []
  })
}

function amountOf({ collections }: Books, id: string): bigint {
  return toMinorUnits(collections.find((each) => each.id === id)?.amount ?? "0")
}

function sumOf(captures: Books["captures"]): bigint {
  return captures.reduce((sum, { amount }) => sum + toMinorUnits(amount), 0n)
}

/** The uncancelled orders of a payment's collection, and of their carts. */
function ordersOf({ orders }: Books, row: LedgerEntry): string[] {
  const standing = orders.filter(({ canceled }) => !canceled)
  const own = standing.filter(
    (order) => order.payment_collection_id === row.payment_collection_id
  )
  const carts = new Set(own.flatMap(({ cart_id }) => cart_id ?? []))
  const sameCart = standing.filter(
    ({ cart_id }) => cart_id !== null && carts.has(cart_id)
  )
  return [...new Set([...own, ...sameCart].map(({ id }) => id))]
}
