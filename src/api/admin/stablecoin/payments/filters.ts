import { OPEN_STATUSES } from "../../../../ledger"

type Filters = Record<string, unknown>

/** Turns the list's own questions into filters of columns; the others are filters already. */
export function paymentFilters({
  q,
  never_answered,
  ...columns
}: Filters): Filters {
  const own = [
    ...(typeof q === "string" && q.trim() ? [isNamed(q.trim())] : []),
    ...(never_answered ? [wasNeverAnswered(new Date())] : []),
  ]
  return own.length ? { ...columns, $and: own } : columns
}

/**
 * What names a payment, whole: a part of it would search every row. The
 * gateway's order number is our id; hashes are written in either case.
 */
function isNamed(name: string): Filters {
  return {
    $or: [
      { id: name },
      { session_id: name },
      { gateway_id: name },
      { tx_hash: [name, name.toLowerCase()] },
      { reference: name },
    ],
  }
}

/** Hosted payments whose time is up and whose end the gateway never told: nobody can ask it. */
function wasNeverAnswered(now: Date): Filters {
  return {
    rail: "hosted",
    status: [...OPEN_STATUSES],
    expires_at: { $lte: now.toISOString() },
  }
}
