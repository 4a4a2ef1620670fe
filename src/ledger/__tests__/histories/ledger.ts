import {
  type Allocation,
  type AllocationKind,
  asCaptured,
  type Balance,
  balanceOf,
  type Captured,
  type Deposit,
  differenceOf,
  type ExceptionDraft,
  type ExceptionKind,
  type Fact,
  firstReconcileAt,
  retryAt,
  isDisproven,
  isMoreThan,
  isOpen,
  matchReport,
  type Payment,
  refundDueFor,
  reportOf,
  restated,
  type ScheduledPayment,
  SETTLEMENT_KINDS,
  sumOf,
  transition,
} from "../../index"

/** Ledger row with the lease that prevents concurrent reconciliation. */
export type Row = ScheduledPayment & { leased_until: Date | null }

export type Refund = {
  payment_id: string
  deposit_id: string
  key: string
  amount: string
}

export type Part = Pick<Allocation, "deposit_id" | "kind" | "amount">

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
  readonly deposits: Deposit[] = []
  #deposits = 0
  readonly allocations: Part[] = []

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
    const known = this.recordReport(row, fact)
    const { patch, exceptions } = transition(row, fact, this.clock.now, known)
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

  private recordReport(row: Row, fact: Fact) {
    const report = reportOf(row, fact)
    if (!report) {
      return {}
    }
    const match = matchReport(
      report,
      row,
      this.deposits.map((deposit) => ({
        ...deposit,
        is_disproven: this.rows.some(
          (each) => each.deposit_id === deposit.id && isDisproven(each)
        ),
      }))
    )
    if (match.is === "reused") {
      return { transfer_of: { payment_id: match.payment_id } }
    }
    const deposit =
      match.is === "known"
        ? this.depositOf(match.deposit.id)
        : this.insertDeposit({ ...report, payment_id: row.id, rail: row.rail })
    if (match.is === "known" && match.absorbs) {
      const { absorbs } = match
      this.deposits.splice(
        this.deposits.findIndex(({ id }) => id === absorbs.id),
        1
      )
      for (const exception of this.exceptions.values()) {
        if (exception.deposit_id === absorbs.id) {
          exception.deposit_id = deposit.id
        }
      }
    }
    Object.assign(deposit, restated(deposit, report, row))
    deposit.confirmed_at ??= this.clock.now
    return { deposit_id: deposit.id }
  }

  private insertDeposit(
    fields: Pick<Deposit, "amount" | "currency" | "chain" | "rail"> &
      Partial<Deposit>
  ): Deposit {
    const { now } = this.clock
    const deposit = {
      payment_id: null,
      mode: null,
      tx_hash: null,
      log_index: null,
      gateway_reference: null,
      sender: null,
      destination_address: null,
      confirmed_at: null,
      seen_at: null,
      arrived_at: now,
      created_at: now,
      ...fields,
      id: `stdep_${++this.#deposits}`,
    }
    this.deposits.push(deposit)
    return deposit
  }

  depositOf(id: string): Deposit {
    return this.deposits.find((each) => each.id === id)!
  }

  balanceOf(deposit: Deposit): Balance {
    return balanceOf(
      deposit,
      this.allocations.filter(({ deposit_id }) => deposit_id === deposit.id)
    )
  }

  /** Uses of the deposit that a payment was paid by. */
  moneyOf({ deposit_id }: Payment): Balance | null {
    return deposit_id === null
      ? null
      : this.balanceOf(this.depositOf(deposit_id))
  }

  /** @throws if that exceeds what is unallocated */
  private allocate(deposit: Deposit, kind: AllocationKind, amount: string) {
    if (isMoreThan(amount, this.balanceOf(deposit).unallocated)) {
      throw new Error(`${amount} of ${deposit.id} is not left.`)
    }
    this.allocations.push({ deposit_id: deposit.id, kind, amount })
  }

  /** @returns false when the deposit is used for something else */
  allocateCapture(row: Payment): boolean {
    const money = this.moneyOf(row)
    if (!row.deposit_id || !money) {
      return false
    }
    const deposit = this.depositOf(row.deposit_id)
    const isFree = !isMoreThan(deposit.amount, money.unallocated)
    if (isFree) {
      this.allocate(deposit, "capture", deposit.amount)
    }
    return isFree || isMoreThan(money.capture, "0")
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

  openException(of: string, draft: ExceptionDraft): void {
    if (!this.exceptions.has(draft.key)) {
      this.exceptions.set(draft.key, { ...draft, of })
    }
  }

  /**
   * Resolves settlement exceptions once Medusa matches the ledger: the laws
   * must be satisfied without them.
   */
  resolveSettled(id: string, persisting: readonly string[]): void {
    for (const [key, { of, kind }] of this.exceptions) {
      if (of === id && isSettlementKind(kind) && !persisting.includes(key)) {
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
    const money = row.status === "paid" ? this.moneyOf(row) : null
    const left = money ? sumOf([money.capture, money.unallocated]) : "0"
    const earlier = this.refunds.filter(
      ({ deposit_id }) => deposit_id === row.deposit_id
    )
    const amount = refundDueFor(left, cartAmount, earlier.length)
    if (!amount) {
      throw new Error(`Payment ${id} has no refund due of ${cartAmount}.`)
    }
    this.releaseCapture(row, amount)
    this.writeRefund(row, key, amount)
  }

  private releaseCapture(row: Row, amount: string): void {
    const capture = this.allocations.find(
      ({ deposit_id, kind }) =>
        deposit_id === row.deposit_id && kind === "capture"
    )
    if (capture) {
      const left = differenceOf(capture.amount, amount)
      this.allocations.splice(this.allocations.indexOf(capture), 1)
      if (isMoreThan(left, "0")) {
        this.allocations.push({ ...capture, amount: left })
      }
    }
  }

  private writeRefund(row: Row, key: string, amount: string): void {
    const deposit_id = row.deposit_id!
    this.allocate(this.depositOf(deposit_id), "refund", amount)
    this.refunds.push({ payment_id: row.id, deposit_id, key, amount })
  }

  refundRemainder(id: string, own: Captured | null): void {
    const row = this.find(id)
    const money = this.moneyOf(row)
    if (row.status === "paid" && money) {
      const { capture, unallocated } = asCaptured(money, own)
      if (isMoreThan(unallocated, "0")) {
        this.releaseCapture(row, differenceOf(money.capture, capture))
        const key = `remainder-${this.refunds.length + 1}`
        this.writeRefund(row, key, unallocated)
      }
    }
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
