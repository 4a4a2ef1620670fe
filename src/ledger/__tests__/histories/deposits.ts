import {
  DEPOSIT_KINDS,
  type Allocation,
  asCaptured,
  type Balance,
  balanceOf,
  type Captured,
  type Deposit,
  differenceOf,
  type Fact,
  findFound,
  hasRest,
  isCertain,
  isMoreThan,
  isSameCoins,
  isUnproven,
  matchReport,
  MONEY_KINDS,
  type Payment,
  type Report,
  reportOf,
  restated,
  sumOf,
  TRANSFER_KIND,
} from "../../index"
import { Exceptions } from "./exceptions"

/**
 * A deposit, and whether a transfer that its chain shows is matched, or dust:
 * that is stored as a part of a sum, which has no transaction.
 */
export type StoredDeposit = Deposit & { is_matched: boolean; is_dust?: true }

type Part = Pick<
  Allocation,
  "deposit_id" | "kind" | "amount" | "cart_amount"
> & {
  order_id?: string
  refund_id?: string
}

/** Why a transfer of a report is not the payment's. */
const ELSEWHERE = ["wrong_address", "no_transfer", "too_early"]

/** Fields of a transfer that its chain shows. */
const SEEN_FIELDS = [
  "amount",
  "currency",
  "destination_address",
  "tx_hash",
  "log_index",
  "sender",
  "arrived_at",
  "seen_at",
] as const

/** Model of src/modules/stablecoin/repository/deposits. */
export abstract class Deposits {
  readonly exceptions = new Exceptions()
  deposits: StoredDeposit[] = []
  allocations: Part[] = []
  /** Transfers of reports that another report has replaced. */
  readonly #replaced: Pick<Deposit, "payment_id" | "tx_hash">[] = []
  #inserted = 0

  constructor(readonly clock: { now: Date }) {}

  abstract rows: Payment[]
  protected abstract reschedule(row: Payment, at: Date): void
  /** Captures of a payment in Medusa, less its refunds. */
  protected abstract capturedOf(row: Payment): Captured | null

  insertDeposit(
    fields: Pick<Deposit, "amount" | "currency" | "chain" | "rail"> &
      Partial<StoredDeposit>
  ): StoredDeposit {
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
      is_matched: false,
      ...fields,
      id: `stdep_${++this.#inserted}`,
    }
    this.deposits.push(deposit)
    return deposit
  }

  depositOf(id: string): StoredDeposit {
    return this.deposits.find((each) => each.id === id)!
  }

  allocationsOf({ id }: Pick<Deposit, "id">): Part[] {
    return this.allocations.filter(({ deposit_id }) => deposit_id === id)
  }

  balanceOf(deposit: Deposit): Balance {
    return balanceOf(deposit, this.allocationsOf(deposit))
  }

  /** Uses of the deposit that a payment was paid by. */
  moneyOf({ deposit_id }: Pick<Payment, "deposit_id">): Balance | null {
    return deposit_id ? this.balanceOf(this.depositOf(deposit_id)) : null
  }

  /** Counts only what Medusa has captured as captured. */
  counted(deposit: Deposit): Balance {
    const row = this.rows.find(({ deposit_id }) => deposit_id === deposit.id)
    return asCaptured(
      this.balanceOf(deposit),
      row ? this.capturedOf(row) : null
    )
  }

  /** @throws if that exceeds what is unallocated */
  allocate(
    deposit: Deposit,
    part: Omit<Part, "deposit_id" | "cart_amount"> & Partial<Part>,
    by: "merchant" | "plugin" = "plugin"
  ): void {
    if (isMoreThan(part.amount, this.balanceOf(deposit).unallocated)) {
      throw new Error(`${part.amount} of ${deposit.id} is not left.`)
    }
    this.allocations.push({
      deposit_id: deposit.id,
      cart_amount: null,
      ...part,
    })
    const { capture, unallocated } = this.balanceOf(deposit)
    if (
      part.kind !== "capture" &&
      !isMoreThan(sumOf([capture, unallocated]), "0")
    ) {
      this.exceptions.resolve(
        ({ deposit_id, kind }) =>
          deposit_id === deposit.id && MONEY_KINDS.includes(kind),
        by
      )
    }
  }

  /** Makes a part of what was captured unallocated again. */
  releaseCapture(deposit: Deposit, amount: string): void {
    const { capture } = this.balanceOf(deposit)
    if (isMoreThan(amount, "0")) {
      this.setCapture(
        deposit,
        isMoreThan(capture, amount) ? differenceOf(capture, amount) : "0"
      )
    }
  }

  releaseUncaptured(deposit: Deposit): void {
    const { capture } = this.balanceOf(deposit)
    this.releaseCapture(
      deposit,
      differenceOf(capture, this.counted(deposit).capture)
    )
  }

  /**
   * Allocates what Medusa captures of a deposit that nothing uses yet, also
   * where its chain shows less, or another coin.
   */
  captureUnused({ amount, currency }: Payment, deposit: Deposit): void {
    if (!this.allocationsOf(deposit).length) {
      if (isMoreThan(amount, deposit.amount) || currency !== deposit.currency) {
        Object.assign(deposit, { amount, currency })
      }
      this.allocate(deposit, { kind: "capture", amount })
    }
  }

  private setCapture(deposit: Deposit, amount: string): void {
    this.allocations = this.allocations.filter(
      ({ deposit_id, kind }) => deposit_id !== deposit.id || kind !== "capture"
    )
    if (isMoreThan(amount, "0")) {
      this.allocate(deposit, { kind: "capture", amount })
    }
  }

  /** @returns false when a part of the deposit is used for something else */
  allocateCapture(row: Payment): boolean {
    const money = this.moneyOf(row)
    if (!row.deposit_id || !money) {
      return false
    }
    const deposit = this.depositOf(row.deposit_id)
    if (!this.allocationsOf(deposit).length) {
      this.captureUnused(row, deposit)
      return true
    }
    const taken = this.capturedOf(row)?.taken ?? "0"
    return isMoreThan(money.capture, "0") && !isMoreThan(taken, money.capture)
  }

  isCapturable({ deposit_id }: Pick<Payment, "deposit_id">): boolean {
    const deposit = deposit_id ? this.depositOf(deposit_id) : null
    return (
      deposit !== null &&
      (!this.allocationsOf(deposit).length ||
        isMoreThan(this.balanceOf(deposit).capture, "0"))
    )
  }

  /** Sums of unconfirmed money that arrived for a payment. */
  unconfirmedOf({ id, deposit_id }: Payment): Deposit[] {
    return this.deposits.filter(
      (each) =>
        each.payment_id === id && !each.confirmed_at && each.id !== deposit_id
    )
  }

  protected recordReport(row: Payment, fact: Fact) {
    const report = reportOf(row, fact)
    const recorded = report && this.record(row, report)
    const own = this.deposits.find(({ id }) => id === row.deposit_id)
    return {
      ...recorded,
      is_unused: own !== undefined && !this.allocationsOf(own).length,
    }
  }

  private record(row: Payment, report: Report) {
    const match = matchReport(
      report,
      row,
      this.deposits
        .filter(({ is_dust }) => !is_dust)
        .toSorted(
          (a, b) =>
            Number(b.id === row.deposit_id) - Number(a.id === row.deposit_id) ||
            Number(b.confirmed_at !== null) - Number(a.confirmed_at !== null) ||
            Number(a.log_index) - Number(b.log_index)
        )
        .map((deposit) => ({
          ...deposit,
          is_disproven: this.isDisproven(deposit),
          allocated: this.usedOf(deposit),
        }))
    )
    if (match.is === "reused") {
      return { transfer_of: { payment_id: match.payment_id } }
    }
    if (match.is === "known") {
      const known = this.depositOf(match.deposit.id)
      const other = match.absorbs && this.depositOf(match.absorbs.id)
      const before = { ...known }
      const deposit = other && !this.absorb(known, other) ? other : known
      const is_returned = this.isReturned(deposit === known ? before : deposit)
      this.confirm(row, report, deposit)
      const is_shown = deposit.id === row.deposit_id && deposit.seen_at !== null
      return { deposit_id: deposit.id, is_returned, is_shown }
    }
    const isReplaced =
      report.tx_hash !== null &&
      !isUnproven(row) &&
      this.#replaced.some(
        ({ payment_id, tx_hash }) =>
          payment_id === row.id && tx_hash === report.tx_hash
      )
    if (isReplaced) {
      return { is_replaced: true }
    }
    const { id } = this.insertDeposit({
      ...report,
      payment_id: row.id,
      rail: row.rail,
      destination_address: row.destination_address,
      confirmed_at: this.clock.now,
    })
    return { deposit_id: id }
  }

  private isReturned(found: Deposit): boolean {
    const deposit = this.depositOf(found.id)
    return (
      !isCertain(found) &&
      !isMoreThan(deposit.amount, this.balanceOf(deposit).refund)
    )
  }

  private usedOf(deposit: Deposit): string {
    return sumOf(this.allocationsOf(deposit).map(({ amount }) => amount))
  }

  private isDisproven(deposit: Deposit): boolean {
    const owner = this.rows.find(({ id }) => id === deposit.payment_id)
    if (!owner || this.allocationsOf(deposit).length) {
      return false
    }
    const { proof_status, proof, gateway_id } = owner
    const { gateway_reference, tx_hash } = deposit
    return owner.deposit_id === deposit.id
      ? proof_status === "contradicted" &&
          proof?.tx_hash === tx_hash &&
          proof.is_final &&
          ELSEWHERE.includes(proof.reason ?? "")
      : gateway_reference !== null &&
          gateway_id !== null &&
          gateway_reference !== gateway_id.toLowerCase()
  }

  private confirm(row: Payment, report: Report, deposit: Deposit): void {
    const known = { ...deposit, allocated: this.usedOf(deposit) }
    const now = restated(known, report, row)
    if (row.status === "paid" || !isSameCoins(report, row)) {
      this.nameRest(deposit, now.amount)
    }
    Object.assign(deposit, now, {
      payment_id: row.id,
      confirmed_at: deposit.confirmed_at ?? this.clock.now,
      is_matched: true,
    })
    for (const other of this.rows) {
      if (other.deposit_id === deposit.id && other.id !== row.id) {
        other.deposit_id = null
      }
    }
    this.resolveReported(deposit)
  }

  /** The merchant may have decided about all that was reported. */
  private nameRest(
    { id, amount, confirmed_at }: Deposit,
    amountNow: string
  ): void {
    if (isMoreThan(amountNow, amount) && confirmed_at) {
      const row = this.rows.find(({ deposit_id }) => deposit_id === id)
      if (row) {
        this.reschedule(row, this.clock.now)
      } else {
        this.exceptions.reopenDecided(id)
      }
    }
  }

  private resolveReported({ id, payment_id }: Deposit): void {
    this.exceptions.resolve(
      ({ deposit_id, kind, of }) =>
        deposit_id === id &&
        (kind === TRANSFER_KIND ||
          (DEPOSIT_KINDS.includes(kind) && of !== payment_id))
    )
  }

  /** Makes a deposit the transfer that its chain shows. */
  complete(
    known: StoredDeposit,
    seen: Pick<Deposit, (typeof SEEN_FIELDS)[number]>
  ): void {
    const used = this.usedOf(known)
    const isOther =
      seen.currency !== known.currency &&
      isMoreThan(this.balanceOf(known).capture, "0")
    const amount = isMoreThan(used, seen.amount) || isOther ? used : seen.amount
    this.nameRest(known, amount)
    Object.assign(
      known,
      Object.fromEntries(SEEN_FIELDS.map((name) => [name, seen[name]])),
      { amount, is_matched: true },
      isMoreThan(used, "0") && { currency: known.currency }
    )
    if (this.rows.some(({ deposit_id }) => deposit_id === known.id)) {
      this.exceptions.resolve(
        ({ deposit_id, kind }) =>
          deposit_id === known.id && kind === "deposit_mismatch"
      )
    }
  }

  /** @returns false when the second one is used already */
  private absorb(into: StoredDeposit, { id, ...seen }: Deposit): boolean {
    if (this.allocationsOf({ id }).length) {
      return false
    }
    this.deposits = this.deposits.filter((each) => each.id !== id)
    this.moveExceptions(id, into.id)
    this.resolveReported(into)
    this.complete(into, seen)
    return true
  }

  /**
   * Makes a transfer of a payment one with what the merchant had found before.
   *
   * @returns the id of their row, or null if nothing is left of it, or the
   * gateway has reported it
   */
  completeFound(seen: Deposit): string | null {
    const found = findFound(
      seen,
      this.deposits.filter(({ payment_id }) => payment_id === seen.payment_id),
      this.deposits.filter(
        (each) =>
          each.tx_hash === seen.tx_hash && each.seen_at && !each.confirmed_at
      )
    )
    if (!found || !this.absorb(found, seen)) {
      return seen.id
    }
    const isLeft = hasRest(this.balanceOf(found))
    return isLeft && !found.confirmed_at ? found.id : null
  }

  private moveExceptions(from: string, to: string): void {
    for (const exception of this.exceptions.all.values()) {
      if (exception.deposit_id === from) {
        exception.deposit_id = to
      }
    }
  }

  /** Takes a report out of account that another one has replaced. */
  protected replaceReport(replaced: string, by: string): void {
    const deposit = this.depositOf(replaced)
    if (deposit.seen_at) {
      Object.assign(deposit, {
        payment_id: null,
        confirmed_at: null,
        is_matched: false,
      })
    } else {
      this.#replaced.push(deposit)
      this.deposits = this.deposits.filter((each) => each !== deposit)
    }
    this.exceptions.resolve(
      ({ deposit_id, kind }) => deposit_id === by && kind === "paid_twice"
    )
    this.moveExceptions(replaced, by)
  }

  /** Records which transfer a proof has shown to be a payment's own. */
  protected recordProven({ deposit_id, proof }: Payment): void {
    const own = this.deposits.find(({ id }) => id === deposit_id)
    if (!own || proof?.log_index == null) {
      return
    }
    const { tx_hash, log_index, sender } = proof
    const seen = this.deposits.find(
      (each) =>
        each !== own &&
        each.tx_hash === tx_hash &&
        each.log_index === log_index &&
        !each.confirmed_at
    )
    if (seen) {
      this.absorb(own, seen)
    } else if (own.log_index === null) {
      Object.assign(own, { log_index, sender, seen_at: this.clock.now })
    }
  }
}
