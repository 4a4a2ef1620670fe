import {
  type ExceptionDraft,
  type ExceptionKind,
  type Fact,
  firstReconcileAt,
  retryAt,
  fromMinorUnits,
  isOpen,
  matchReport,
  type Payment,
  refundDueFor,
  remainderDue,
  type ScheduledPayment,
  SETTLEMENT_KINDS,
  toMinorUnits,
  transferOf,
  transition,
} from "../../index"

/** Ledger row with the lease that prevents concurrent reconciliation. */
export type Row = ScheduledPayment & { leased_until: Date | null }

export type Refund = { payment_id: string; key: string; amount: string }

const SETTLE_WITHIN_MS = 60_000
const LEASE_MS = 5 * 60_000

function isSettlementKind(kind: ExceptionKind): boolean {
  return (SETTLEMENT_KINDS as readonly ExceptionKind[]).includes(kind)
}

/**
 * Model of the tables and transactions in src/modules/stablecoin/repository.
 */
export class Ledger {
  readonly rows: Row[] = []
  readonly exceptions = new Map<string, ExceptionDraft & { of: string }>()
  readonly refunds: Refund[] = []
  /** Payment that each transfer belongs to, by chain and hash. */
  readonly transfers = new Map<string, string>()

  constructor(private readonly clock: { now: Date }) {}

  find(id: string): Row {
    const row = this.rows.find((each) => each.id === id)
    if (!row) {
      throw new Error(`There is no payment ${id}.`)
    }
    return row
  }

  ofSession(sessionId: string): Row | undefined {
    return this.rows.find(({ session_id }) => session_id === sessionId)
  }

  /** @returns the updated row, and whether the fact changed it */
  applyFact(id: string, fact: Fact): { row: Row; changed: boolean } {
    const row = this.find(id)
    const { patch, exceptions } = transition(row, fact, this.clock.now, {
      transfer_of: this.claimTransfer(row, fact),
    })
    const changed = Object.keys(patch).length > 0
    if (changed) {
      Object.assign(row, patch)
      const next = this.nextAfterChange(patch)
      if (next) {
        this.reschedule(row, next)
      }
    }
    for (const exception of exceptions) {
      this.openException(id, exception)
    }
    return { row: { ...row }, changed }
  }

  private claimTransfer(row: Row, fact: Fact): string | null {
    const transfer = transferOf(row, fact)
    if (!transfer) {
      return null
    }
    const key = `${transfer.chain}/${transfer.tx_hash}`
    const owner = this.transfers.get(key) ?? row.id
    this.transfers.set(key, owner)
    return owner === row.id ? null : owner
  }

  /** Schedules the collection's other payments that this one may affect. */
  reconcileSiblings(id: string): void {
    for (const row of this.rows) {
      const isConcerned =
        isOpen(row) ||
        [...this.exceptions.values()].some(({ of }) => of === row.id)
      if (row.id !== id && isConcerned) {
        this.reschedule(row, this.clock.now)
      }
    }
  }

  openException(of: string, reported: ExceptionDraft): void {
    const { draft, completes } = matchReport(
      reported,
      [...this.exceptions.values()].filter(
        (each) => each.of === of && each.kind === reported.kind
      )
    )
    if (completes) {
      this.exceptions.delete(completes)
    }
    if (!this.exceptions.has(draft.key)) {
      this.exceptions.set(draft.key, { ...draft, of })
    }
  }

  /**
   * Resolves settlement exceptions once Medusa matches the ledger: the laws
   * must be satisfied without them.
   */
  resolveSettled(id: string): void {
    for (const [key, { of, kind }] of this.exceptions) {
      if (of === id && isSettlementKind(kind)) {
        this.exceptions.delete(key)
      }
    }
  }

  scheduleReconcile(sessionId: string): void {
    const row = this.ofSession(sessionId)
    if (row) {
      this.reschedule(row, this.clock.now)
    }
  }

  /** Reconciles a payment within a minute, also if that had ended. */
  reconcileSoon(row: Row): void {
    const stored = this.find(row.id)
    const at = new Date(this.clock.now.getTime() + SETTLE_WITHIN_MS)
    const { next_reconcile_at: next, reconcile_attempts } = stored
    if (next === null || next > at) {
      this.reschedule(stored, at, next ? reconcile_attempts : 0)
    }
  }

  scheduleAfterMedusa(row: Row): void {
    const { now } = this.clock
    const attempts = row.next_reconcile_at ? row.reconcile_attempts : 0
    const next = retryAt({ reconcile_attempts: attempts }, now)
    const isClaimed = row.leased_until !== null && row.leased_until > now
    const planned = isClaimed ? null : row.next_reconcile_at
    this.reschedule(row, planned && planned < next ? planned : next, attempts)
  }

  /**
   * Claims rows that are due and not leased. The lease expires, so that a
   * crashed reconciliation releases the row.
   */
  claimDue(): Row[] {
    const { now } = this.clock
    const due = this.rows.filter(
      ({ next_reconcile_at, leased_until }) =>
        next_reconcile_at !== null &&
        next_reconcile_at <= now &&
        (leased_until === null || leased_until < now)
    )
    for (const row of due) {
      row.leased_until = new Date(now.getTime() + LEASE_MS)
      row.reconcile_attempts++
    }
    return due
  }

  finishReconcile(seen: Row, next: Date | null): void {
    const row = this.find(seen.id)
    row.leased_until = null
    if (row.revision === seen.revision) {
      row.next_reconcile_at = next
    }
    row.revision++
  }

  /**
   * Writes a refund due once per Medusa refund.
   *
   * @throws if nothing is due
   */
  recordRefund(id: string, key: string, cartAmount: string): void {
    if (this.refunds.some((refund) => refund.key === key)) {
      return
    }
    const row = this.find(id)
    const amount =
      row.status === "paid" &&
      refundDueFor(row, cartAmount, this.amountsDue(id))
    if (!amount) {
      throw new Error(`Payment ${id} has no refund due of ${cartAmount}.`)
    }
    this.refunds.push({ payment_id: id, key, amount })
  }

  refundRemainder(id: string): void {
    const row = this.find(id)
    const amount =
      row.status === "paid" && remainderDue(row, this.amountsDue(id))
    if (amount) {
      const key = `remainder-${this.refunds.length + 1}`
      this.refunds.push({ payment_id: id, key, amount })
    }
  }

  refundsDue(id: string): string {
    return fromMinorUnits(
      this.amountsDue(id).reduce((sum, each) => sum + toMinorUnits(each), 0n)
    )
  }

  private amountsDue(id: string): string[] {
    return this.refunds.flatMap(({ payment_id, amount }) =>
      payment_id === id ? [amount] : []
    )
  }

  private reschedule(row: Row, at: Date, attempts = 0): void {
    Object.assign(row, { next_reconcile_at: at, reconcile_attempts: attempts })
    row.revision++
  }

  private nextAfterChange(patch: Partial<Payment>): Date | null {
    const { now } = this.clock
    const isNowReadable = patch.gateway_id && !patch.status
    if (patch.status === "pending" || isNowReadable) {
      return firstReconcileAt(now)
    }
    if (patch.status) {
      return new Date(now.getTime() + SETTLE_WITHIN_MS)
    }
    return patch.returned_at ? now : null
  }
}
