import { type Coins, type Deposit, isConfirmed, isSameCoins } from "./deposits"
import type { Fact } from "./facts"
import { isLater, isPartFound, meantBy } from "./transfers"
import { isMoreThan } from "./money"
import type { Payment } from "./payment"

/** The gateway's report of money for a payment. The hash is in lower case. */
export type Report = Coins &
  Pick<Deposit, "tx_hash" | "gateway_reference" | "mode">

/**
 * Returns the money that a fact reports. Null if it reports none, or simulated
 * money for a payment in another mode.
 */
export function reportOf(
  payment: Pick<Payment, "mode">,
  fact: Fact
): Report | null {
  if (
    fact.kind !== "paid" ||
    (isOtherMode(payment, fact) && fact.mode === "test")
  ) {
    return null
  }
  const { amount, currency, chain = null, tx_hash, gateway_id, mode } = fact
  return {
    amount,
    currency,
    chain,
    // A hash without a chain names no transfer.
    tx_hash: (chain && tx_hash?.toLowerCase()) || null,
    gateway_reference: gateway_id?.toLowerCase() ?? null,
    mode: mode ?? payment.mode,
  }
}

/** Whether an event has another mode than its payment was started in. */
export function isOtherMode(
  { mode }: Pick<Payment, "mode">,
  fact: { mode?: string }
): boolean {
  return mode !== null && fact.mode !== undefined && fact.mode !== mode
}

/** A deposit that a report may be about. */
export type ReportedDeposit = Deposit & {
  /**
   * Whether it is unused, and is not its payment's: a final block shows that it
   * went elsewhere, or the gateway reported another order.
   */
  is_disproven: boolean
  /** Sum of its uses, an exact decimal. */
  allocated: string
}

/** The deposit that a report is about. */
export type ReportMatch<T = ReportedDeposit> =
  /** It is known. `absorbs`: another row of the same transfer. */
  | { is: "known"; deposit: T; absorbs: T | null }
  | { is: "new" }
  /** The transfer belongs to another payment, and pays once. */
  | { is: "reused"; payment_id: string | null }

/**
 * Finds the deposit that a report about a payment means, whichever source
 * reported it first, in any order. A hosted transaction is paid once, so that
 * another report of it corrects the first. An onchain report means the transfer
 * of its transaction to the payment's address that is nearest to it. It may be
 * about money of which the merchant had found a part. Two hashes are two
 * deposits.
 *
 * @param rows deposits of the payment, its address and the transaction: what paid
 *   first, then the confirmed ones, each by position
 */
export function matchReport<T extends ReportedDeposit>(
  report: Report,
  payment: Coins & Pick<Payment, "id" | "destination_address" | "deposit_id">,
  rows: readonly T[]
): ReportMatch<T> {
  const { deposit_id: paid_by, amount, currency } = payment
  const own = rows.filter(({ payment_id }) => payment_id === payment.id)
  if (report.tx_hash === null) {
    const same = own.find((each) => agrees(each, report))
    return same ? known(same) : { is: "new" }
  }
  const fits = (each: T) =>
    (isSameCoins(each, report) ||
      // Its chain may show another sum of what was reported as exactly paid.
      (each.id === paid_by &&
        isSameCoins({ ...each, amount, currency }, report))) &&
    agrees(each, report)
  const ofTransaction = rows.filter(
    ({ chain, tx_hash }) => chain === report.chain && tx_hash === report.tx_hash
  )
  const named = ofTransaction.filter((each) => own.includes(each))
  const mine =
    named.find(fits) ?? named.find(isConfirmed) ?? meantBy(report, named)
  const foundBefore = (shown: T | undefined) =>
    own.find(
      (each) =>
        isPartFound(each, report) &&
        agrees(each, report) &&
        !(shown?.seen_at && isLater(shown.arrived_at, each.arrived_at))
    )
  const other = ofTransaction.find(
    (each) => isConfirmed(each) && !own.includes(each)
  )
  // A report that paid nothing does not share a transfer that paid another.
  const isMine =
    !other || other.is_disproven || mine?.seen_at || mine?.id === paid_by
  if (mine && isMine) {
    const found = foundBefore(mine)
    const isOne =
      found && (!fits(mine) || (!isConfirmed(mine) && isSameCoins(found, mine)))
    // The deposit that paid stays its own, also after a report that differs.
    return isOne && mine.id !== paid_by ? known(found, mine) : known(mine)
  }
  const address = payment.destination_address?.toLowerCase()
  const free = meantBy(
    report,
    ofTransaction.filter(
      (each) => !isConfirmed(each) && each.destination_address === address
    )
  )
  const found = foundBefore(free)
  if (found && (free || !other)) {
    return known(found, free)
  }
  const unclaimed = free ?? (other?.is_disproven ? other : null)
  if (unclaimed) {
    return known(unclaimed)
  }
  return other ? { is: "reused", payment_id: other.payment_id } : { is: "new" }
}

/** Neither names another transaction of the gateway, nor another mode. */
function agrees(deposit: Deposit, report: Report): boolean {
  return (["gateway_reference", "mode"] as const).every(
    (name) =>
      deposit[name] === null ||
      report[name] === null ||
      deposit[name] === report[name]
  )
}

function known<T>(deposit: T, absorbs?: T): ReportMatch<T> {
  return { is: "known", deposit, absorbs: absorbs ?? null }
}

/**
 * Returns what is known of a deposit after another report about it. The newest
 * report counts, unless the deposit has made its payment paid, its chain shows
 * another sum, or the merchant has used more of it. A hosted deposit may grow.
 */
export function restated(
  deposit: Deposit & Pick<ReportedDeposit, "allocated">,
  report: Report,
  payment: Pick<Payment, "deposit_id">
): Report {
  const isSameCoin = isSameCoins({ ...deposit, amount: report.amount }, report)
  const isUsed = isMoreThan(deposit.allocated, isSameCoin ? report.amount : "0")
  const isPaid = deposit.id === payment.deposit_id
  const isMore = isSameCoin && isMoreThan(report.amount, deposit.amount)
  const isPaidWith = isPaid && !(isMore && report.chain === null)
  const { amount, currency, chain } =
    isPaidWith || deposit.seen_at || isUsed ? deposit : report
  const [first, second] = isPaid ? [deposit, report] : [report, deposit]
  return {
    amount,
    currency,
    chain,
    tx_hash: first.tx_hash ?? second.tx_hash,
    gateway_reference: first.gateway_reference ?? second.gateway_reference,
    mode: first.mode ?? second.mode,
  }
}
