import {
  type Captured,
  type Deposit,
  type Fact,
  isMoreThan,
  isOfSettling,
  isOpen,
  nextAfterChange,
  type Payment,
  refundDueFor,
  retryAt,
  type ScheduledPayment,
  SETTLE_WITHIN_MS,
  traitsOf,
  transition,
  worthOf,
} from "../../index"
import { Deposits } from "./deposits"

/** Ledger row with the lease that prevents concurrent reconciliation. */
export type Row = ScheduledPayment & { leased_until: Date | null }

export type Refund = {
  id: string
  payment_id: string | null
  deposit_id: string
  /** Medusa's refund that it stands for. */
  medusa_refund_id: string | null
  amount: string
  /** In the cart's currency. */
  cart_amount: string
  status: "due" | "sent" | "void"
}

const LEASE_MS = 5 * 60_000

/**
 * Model of the tables and transactions in src/modules/stablecoin/repository.
 */
export class Ledger extends Deposits {
  rows: Row[] = []
  readonly refunds: Refund[] = []

  constructor(
    clock: { now: Date },
    protected readonly capturedOf: (row: Payment) => Captured | null
  ) {
    super(clock)
  }

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
    if (fact.kind === "seen") {
      const deposit_id = this.assignSeen(row, fact.deposit_id)
      if (!deposit_id) {
        return { row: { ...row }, changed: false }
      }
      fact = { ...fact, deposit_id }
    }
    const before = { ...row }
    const { now } = this.clock
    const known = this.recordReport(row, fact)
    const { patch, exceptions } = transition(before, fact, now, known)
    const changed = Object.keys(patch).length > 0
    Object.assign(row, patch)
    const next = fact.kind === "seen" ? now : nextAfterChange(patch, now)
    if (next) {
      this.reschedule(row, next)
    } else if (patch.proof_status) {
      this.reconcileSoon(row)
    }
    if (patch.proof_status === "proven") {
      this.recordProven(row)
    }
    if (patch.deposit_id && before.deposit_id) {
      this.replaceReport(before.deposit_id, patch.deposit_id)
    }
    if (patch.status === "paid" || patch.tx_hash) {
      this.exceptions.judgePaid(row.id)
    }
    for (const exception of exceptions) {
      this.exceptions.add(id, exception)
    }
    return { row: { ...row }, changed }
  }

  private assignSeen({ id }: Row, depositId: string): string | null {
    const deposit = this.depositOf(depositId)
    if (deposit.is_matched || deposit.confirmed_at) {
      return null
    }
    Object.assign(deposit, { payment_id: id, is_matched: true })
    return this.completeFound(deposit)
  }

  /** Schedules the order's other payments that this one may affect. */
  reconcileSiblings({ id }: Row, isReleased: boolean): void {
    for (const row of this.rows) {
      const isConcerned =
        isOpen(row) ||
        (row.status === "paid" && isReleased) ||
        this.exceptions.open.some(({ of }) => of === row.id)
      if (row.id !== id && isConcerned) {
        this.reschedule(row, this.clock.now)
      }
    }
  }

  /**
   * Resolves settlement exceptions once Medusa matches the ledger: the laws
   * must be satisfied without them. A report may be about its own after all.
   */
  resolveSettled(row: Row, persisting: readonly string[]): void {
    const own = this.deposits.find(({ id }) => id === row.deposit_id)
    this.exceptions.resolve(
      ({ of, key, details, ...problem }) =>
        of === row.id &&
        !persisting.includes(key) &&
        (isOfSettling(traitsOf(problem)) ||
          (own !== undefined &&
            (problem.kind === "transfer_reused"
              ? own.chain === details.chain && own.tx_hash === details.tx_hash
              : problem.kind === "deposit_mismatch" &&
                own.id === problem.deposit_id &&
                own.seen_at !== null)))
    )
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
   * @returns why it is refused, if it is
   */
  recordRefund(id: string, key: string, cartAmount: string): "refused" | null {
    const row = this.find(id)
    if (row.status !== "paid" || !row.deposit_id) {
      return "refused"
    }
    const deposit = this.depositOf(row.deposit_id)
    const earlier = this.refunds.filter(
      ({ deposit_id, status }) => deposit_id === deposit.id && status !== "void"
    )
    if (earlier.some((refund) => refund.medusa_refund_id === key)) {
      return null
    }
    this.captureUnused(row, deposit)
    const { capture } = this.balanceOf(deposit)
    const amount = refundDueFor(
      row,
      capture,
      cartAmount,
      this.allocationsOf(deposit)
    )
    if (!amount) {
      return "refused"
    }
    this.releaseCapture(deposit, amount)
    if (this.hasOpenSettlement(deposit)) {
      this.reschedule(row, this.clock.now)
    }
    this.writeRefund(deposit, row, amount, {
      medusa_refund_id: key,
      cart_amount: cartAmount,
    })
    return null
  }

  private hasOpenSettlement({ id }: Deposit): boolean {
    return this.exceptions.open.some(
      ({ deposit_id, ...problem }) =>
        deposit_id === id && isOfSettling(traitsOf(problem))
    )
  }

  /** Writes what is unallocated, or not captured after all, as a refund due. */
  refundRemainder(id: string): void {
    const row = this.find(id)
    const deposit = row.deposit_id && this.depositOf(row.deposit_id)
    if (row.status === "paid" && deposit) {
      const { unallocated } = this.counted(deposit)
      if (isMoreThan(unallocated, "0")) {
        this.releaseUncaptured(deposit)
        this.writeRefund(deposit, row, unallocated)
      }
    }
  }

  /** Writes a refund due, with its exception, or one that is sent already. */
  writeRefund(
    deposit: Deposit,
    row: Row | null,
    amount: string,
    more: Partial<Refund> = {},
    by: "merchant" | "plugin" = "plugin"
  ): void {
    const refund: Refund = {
      id: `stref_${this.refunds.length + 1}`,
      payment_id: row?.id ?? null,
      deposit_id: deposit.id,
      medusa_refund_id: null,
      amount,
      cart_amount: row
        ? worthOf(row, amount, this.allocationsOf(deposit))
        : amount,
      status: "due",
      ...more,
    }
    this.refunds.push(refund)
    if (refund.status === "due") {
      this.exceptions.add(refund.payment_id, {
        kind: "refund_due",
        key: `${refund.id}:refund_due`,
        deposit_id: deposit.id,
        details: { refund_id: refund.id },
      })
    }
    const { id: refund_id, cart_amount } = refund
    const part = { kind: "refund", amount, cart_amount, refund_id } as const
    this.allocate(deposit, part, by)
  }

  /** The merchant has sent a refund that was due. */
  markSent(refund: Refund): void {
    if (refund.status === "due") {
      refund.status = "sent"
      this.exceptions.resolve(
        ({ key }) => key === `${refund.id}:refund_due`,
        "merchant"
      )
    }
  }

  reschedule(row: Row, at: Date, attempts = 0): void {
    Object.assign(row, { next_reconcile_at: at, reconcile_attempts: attempts })
    row.revision++
  }
}
