import type {
  AdminException,
  AdminFact,
  AdminOrderReference,
  AdminPaymentDetail,
  AdminRefund,
} from "../../../http-types"

type At<T> = T & { at: string }

export type FactEntry = At<{ kind: "fact"; fact: AdminFact }>
export type MedusaEntry = At<
  { kind: "captured" } | { kind: "ordered"; order: AdminOrderReference }
>
export type ExceptionEntry = At<{
  kind: "opened" | "resolved"
  exception: AdminException
}>
export type RefundEntry = At<{
  kind: "due" | "sent" | "void"
  refund: AdminRefund
}>

/** One event of a payment's life, in the ledger or in Medusa. */
export type TimelineEntry =
  FactEntry | MedusaEntry | ExceptionEntry | RefundEntry

type Records = {
  payment: Pick<AdminPaymentDetail, "captured_at" | "order" | "ordered_at">
  facts: readonly AdminFact[]
  exceptions: readonly AdminException[]
  refunds: readonly AdminRefund[]
}

/** Merges a payment's records into one timeline, newest first. */
export function timelineOf({
  payment: { captured_at, order, ordered_at },
  facts,
  exceptions,
  refunds,
}: Records): TimelineEntry[] {
  const entries: TimelineEntry[] = facts.map((fact) => ({
    kind: "fact",
    fact,
    at: fact.created_at,
  }))
  if (order && ordered_at) {
    entries.push({ kind: "ordered", order, at: ordered_at })
  }
  if (captured_at) {
    entries.push({ kind: "captured", at: captured_at })
  }
  for (const exception of exceptions) {
    const { created_at, resolved_at } = exception
    entries.push({ kind: "opened", exception, at: created_at })
    if (resolved_at) {
      entries.push({ kind: "resolved", exception, at: resolved_at })
    }
  }
  for (const refund of refunds) {
    const { created_at, sent_at, status, updated_at } = refund
    entries.push({ kind: "due", refund, at: created_at })
    if (sent_at) {
      entries.push({ kind: "sent", refund, at: sent_at })
    }
    if (status === "void") {
      entries.push({ kind: "void", refund, at: updated_at })
    }
  }
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).reverse()
}
