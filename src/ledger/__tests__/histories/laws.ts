import {
  ORDER_KINDS,
  amountDue,
  coinsOf,
  differenceOf,
  type Deposit,
  type ExceptionKind,
  findFound,
  hasRest,
  transferReason,
  isHeld,
  isReleased,
  isMoreThan,
  isSameAmount,
  shownBefore,
  sumOf,
  toMinorUnits,
  WAITING_SESSIONS,
} from "../../index"
import type { Row } from "./ledger"
import { heldBy, type MedusaPayment } from "./medusa"
import type { Session } from "./sessions"
import { policyOf } from "./setting"
import type { World } from "./world"

/** Exceptions about money that may have to be refunded. */
export const ABOUT_HELD_MONEY: readonly ExceptionKind[] = [
  "cart_changed",
  "already_covered",
  "amount_due_changed",
  "test_money",
  "transfer_reused",
  "order_missing",
  "not_settled",
  "unproven",
  "price_expired",
]

const NOT_ITS_TRANSFER: readonly ExceptionKind[] = [
  "transfer_reused",
  "unproven",
  "test_money",
]

/** Checks the laws that always apply. `paid`: payments already paid before. */
export function checkAlways(world: World, paid: ReadonlySet<string>): void {
  const { ledger, medusa, gateway } = world
  for (const id of paid) {
    if (ledger.find(id).status !== "paid") {
      world.breaks(`law 2: ${id} was paid and is ${ledger.find(id).status}`)
    }
  }
  for (const payment of medusa.payments) {
    const session = payment.session_id
    // Settling cancels the payment of a deleted session, to create another one.
    if (payment.canceled && !medusa.sessions.some(({ id }) => id === session)) {
      continue
    }
    const row = ledger.ofSession(session)
    if (!row) {
      if (!medusa.foreign.has(session)) {
        world.breaks(`law 3: ${payment.id} is bound to no payment`)
      }
      continue
    }
    const entry = gateway.entries.find(
      ({ payment_id }) => payment_id === row.id
    )
    const fits =
      row.status === "paid" &&
      entry?.status === "paid" &&
      payment.amount === row.cart_amount &&
      entry.amount === row.amount
    if (!fits) {
      world.breaks(
        `law 3: ${payment.id} of ${payment.amount} is authorized, and ${row.id} is ${row.status}`
      )
    }
    if (payment.captured) {
      checkProven(world, row)
    }
    if (payment.canceled && !isPartUsed(ledger, row)) {
      world.breaks(`${payment.id} is cancelled, and ${row.id} is paid`)
    }
  }
  // A chain that is read shows whose a transfer is, and contradicts the others.
  const transfers = ledger.rows.flatMap(
    ({ status, chain, tx_hash, deposit_id }) =>
      status === "paid" && tx_hash
        ? ((world.chain.isRead ? deposit_id : [chain, tx_hash].join("/")) ?? [])
        : []
  )
  if (new Set(transfers).size < transfers.length) {
    world.breaks("law 9: one transfer has paid two payments")
  }
}

/**
 * Law 13: under `require`, a captured payment was paid by a final transfer of the
 * exact sum to its address, later than it began.
 */
function checkProven({ setting, chain, ...world }: World, row: Row): void {
  const isShown = chain.transfers.some(
    (transfer) =>
      transfer.tx_hash === row.tx_hash &&
      transfer.destination_address === row.destination_address &&
      transferReason(transfer, row) === "exact" &&
      chain.isFinal(transfer) &&
      shownBefore(transfer.arrived_at) >= row.created_at
  )
  if (setting.proof === "require" && row.rail === "onchain" && !isShown) {
    world.broken.push(`law 13: ${row.id} is captured without a proof`)
  }
}

/** Checks the laws that apply when Medusa creates a session's payment. */
export function checkAuthorized(world: World, session: Session): void {
  const { medusa, ledger, mode } = world
  const row = ledger.ofSession(session.id)
  if (!row) {
    return
  }
  const due = amountDue(medusa.collectionOf(session, session.id))
  const agree = session.amount === due && row.cart_amount === due
  if (!agree && !medusa.linkedOrder?.standing) {
    world.breaks(
      `law 8: ${row.id} of ${row.cart_amount} is authorized for a cart of ${due}`
    )
  }
  if (row.mode === "test" && mode === "live") {
    world.breaks(`law 10: ${row.id} is test money in a live store`)
  }
}

/** Checks the laws that apply at the end, when nothing is pending. */
export function checkEnd(world: World): void {
  const { ledger, medusa } = world
  const paid = ledger.rows.filter(({ status }) => status === "paid")
  const withOrder = paid.filter((row) => hasItsOrder(world, row))
  for (const row of paid) {
    if (!withOrder.includes(row) && !isAccountedFor(world, row)) {
      world.breaks(`law 4: ${row.id} is paid without an order or an exception`)
    }
  }
  ledger.rows.forEach((row) => checkUnpaid(world, row))
  for (const row of paid) {
    const own = medusa.paymentOf(row.session_id)
    const isAuthorized = own && !own.captured && !own.canceled
    const isSentBack =
      isUsedUp(ledger, row) &&
      isMoreThan(ledger.moneyOf(row)?.refund ?? "0", "0")
    if (isAuthorized && isSentBack && !medusa.order?.canceled) {
      world.breaks(`law 4: ${own.id} is authorized on money that is sent back`)
    }
  }
  for (const { session_id, id } of withOrder) {
    if (medusa.order && medusa.paymentOf(session_id)?.unrecordedSince) {
      world.breaks(`the order of ${id} seems unpaid`)
    }
  }
  const isKnown = ledger.exceptions.known.some(
    ({ kind }) => kind === "order_incomplete"
  )
  const isOfCart = withOrder.some(
    (row) => row.cart_id !== null && !isUsedUp(ledger, row)
  )
  if (isOfCart && medusa.order && !medusa.hasReserved && !isKnown) {
    world.breaks("an order was taken without its stock or an exception")
  }
  checkTransfers(world, paid)
  checkSeen(world)
  checkFound(world)
  ledger.deposits.forEach((deposit) => checkDeposit(world, deposit))
  checkOrder(world, paid)
  if (reservesUnpaidStock(world)) {
    world.breaks("an unpaid order reserves its stock")
  }
}

/** Checks that gateway and ledger agree, and that no session still waits. */
function checkUnpaid(world: World, row: Row): void {
  const { ledger, medusa, gateway } = world
  const entry = gateway.entries.find(({ payment_id }) => payment_id === row.id)
  const wasReported = [...world.received].some(
    ({ payment_id, report }) =>
      payment_id === row.id &&
      report.outcome === "paid" &&
      report.gateway_id === entry?.gateway_id &&
      report.paid?.amount === row.amount &&
      report.paid.currency === row.currency &&
      (report.paid.chain ?? null) === row.chain
  )
  if (isWaiting(world, row)) {
    return
  }
  const isReadable = row.rail === "onchain" && row.gateway_id !== null
  if (entry?.status === "paid" && (isReadable || wasReported)) {
    if (row.status !== "paid" && !isReused(ledger, row)) {
      world.breaks(`${row.id} is paid at the gateway, and ${row.status} here`)
    }
  } else if (isReadable && entry?.status !== "cancelled") {
    world.breaks(`${row.id} is over, and ${entry?.status} at the gateway`)
  }
  const session = medusa.sessions.find(({ id }) => id === row.session_id)
  if (
    row.status !== "paid" &&
    session &&
    // A payment started for a cancelled order waits for no order.
    !medusa.order?.canceled &&
    WAITING_SESSIONS.includes(session.status)
  ) {
    world.breaks(`${row.id} is ${row.status}, and its session still waits`)
  }
}

/**
 * Law 12: every deposit is captured, refunded or kept, or an exception is about
 * the rest. Medusa has captured as much as the deposits say, less its refunds.
 */
function checkDeposit(world: World, deposit: Deposit): void {
  const { ledger, medusa } = world
  const { unallocated, capture, refund, kept } = ledger.balanceOf(deposit)
  const row = ledger.rows.find(({ deposit_id }) => deposit_id === deposit.id)
  const own = row && medusa.paymentOf(row.session_id)
  const isNamed = ledger.exceptions.open.some(
    ({ of, deposit_id, kind }) =>
      kind !== "refund_due" &&
      (deposit_id === deposit.id || (row && of === row.id))
  )
  const isCapturedLater =
    row?.capture === "manual" && own && !own.canceled && !own.captured
  if (toMinorUnits(unallocated) !== 0n && !isNamed && !isCapturedLater) {
    world.breaks(`law 12: ${unallocated} of ${deposit.id} is lost from sight`)
  }
  const returned = ledger.refunds
    .filter((each) => each.deposit_id === deposit.id && each.status !== "void")
    .map(({ amount }) => amount)
  if (!isSameAmount(refund, sumOf(returned))) {
    world.breaks(`law 12: ${refund} of ${deposit.id} is refunded otherwise`)
  }
  const held = row && own?.captured ? coinsHeldBy(ledger, row, own) : "0"
  if (
    (isMoreThan(capture, held) || isMoreThan(held, sumOf([capture, kept]))) &&
    !isNamed
  ) {
    world.breaks(
      `law 12: ${deposit.id} is captured by ${capture}, and Medusa has ${held}`
    )
  }
}

/** The coins that Medusa has captured of a payment and did not refund. */
function coinsHeldBy(
  { refunds }: World["ledger"],
  row: Row,
  { amount, refunds: made }: MedusaPayment
): string {
  const returned = made.map((each) => {
    const due = refunds.find(
      ({ medusa_refund_id, status }) =>
        medusa_refund_id === each.id && status !== "void"
    )
    return due?.amount ?? coinsOf(row, each.amount)
  })
  return differenceOf(coinsOf(row, amount), sumOf(returned))
}

/**
 * Laws 4, 8 and 12: an order has taken its total, or an exception names the
 * difference.
 */
function checkOrder(world: World, paid: readonly Row[]): void {
  const { medusa, ledger } = world
  const { order, total } = medusa
  const { taken, held, captured } = medusa.sums
  // Medusa shows the difference of an edit whose process died. No event follows.
  if (!order || world.missedEdit || paid.some((row) => isNamed(ledger, row))) {
    return
  }
  const [most, sum] = order.canceled ? ["0", captured] : [total, held]
  // Medusa's admin shows what other providers took.
  const isOurs = medusa.payments.some(
    (payment) => ledger.ofSession(payment.session_id) && heldBy(payment) > 0n
  )
  if (isOurs && isMoreThan(sum, most)) {
    world.breaks(`law 12: ${order.id} of ${most} has taken ${sum}`)
  }
  // Medusa itself shows a collection of which nothing is paid.
  const isShort = paid.some(({ payment_collection_id: id, ...row }) => {
    const { amount, canceled } = medusa.collection(id)
    const asked = isMoreThan(amount, medusa.takenOf(id))
    return (
      asked && !canceled && hasItsOrder(world, row) && !isUsedUp(ledger, row)
    )
  })
  const kept = ledger.allocations.flatMap(({ kind, amount, cart_amount }) =>
    kind === "kept" ? [cart_amount ?? amount] : []
  )
  const covered = sumOf([taken, ...kept])
  if (!order.canceled && isShort && isMoreThan(total, covered)) {
    world.breaks(`law 8: an order of ${total} stands on ${taken}`)
  }
}

/**
 * Law 9: if one transfer confirmed several payments, all but one have an
 * exception.
 */
function checkTransfers(world: World, paid: readonly Row[]): void {
  const { ledger, gateway, received } = world
  const confirmed = gateway.entries.filter(
    ({ payment_id, rail, tx_hash }) =>
      rail === "onchain" &&
      paid.some(
        (row) =>
          row.id === payment_id &&
          row.gateway_id &&
          !isReused(ledger, row) &&
          // The webhook of a transaction that replaced another may be lost.
          (row.tx_hash === tx_hash ||
            [...received].some(
              ({ payment_id: of, report }) =>
                of === row.id &&
                report.paid?.tx_hash === tx_hash &&
                report.paid.chain === row.chain
            ))
      )
  )
  const hashes = confirmed.flatMap(({ tx_hash }) => tx_hash ?? [])
  if (new Set(hashes).size < hashes.length) {
    world.breaks(
      "law 9: one transfer has paid two payments without an exception"
    )
  }
}

/** Law 13: no transfer to an address that a buyer was shown goes unseen. */
function checkSeen({ ledger, chain, ...world }: World): void {
  for (const { tx_hash, destination_address: to } of chain.isRead
    ? chain.transfers
    : []) {
    const isShown = ledger.rows.some((row) => row.destination_address === to)
    const isSeen = ledger.deposits.some(
      (each) => each.tx_hash === tx_hash && each.seen_at
    )
    if (isShown && !isSeen) {
      world.broken.push(`law 13: transfer ${tx_hash} is not seen`)
    }
  }
}

/** Law 9: what the merchant has found is not a transfer that is used as well. */
function checkFound({ ledger, ...world }: World): void {
  for (const seen of ledger.deposits.filter(({ seen_at }) => seen_at)) {
    const found = findFound(
      { ...seen, confirmed_at: null },
      ledger.deposits.filter(
        ({ payment_id }) => payment_id === seen.payment_id
      ),
      [seen]
    )
    // The merchant used both if both are released.
    const isOne = found && isSameAmount(found.amount, seen.amount)
    if (isOne && !isReleased(ledger.balanceOf(seen))) {
      world.broken.push(`law 9: ${found.id} is counted again as ${seen.id}`)
    }
  }
}

/**
 * Whether an exception tells that it was not paid by its reported transfer, or
 * with test money, of which no further exception tells.
 */
function isReused({ exceptions }: World["ledger"], { id }: Row): boolean {
  return exceptions.known.some(
    ({ of, kind }) => of === id && NOT_ITS_TRANSFER.includes(kind)
  )
}

/**
 * Whether a payment has one capture, or one authorization if it is captured
 * later, on an uncancelled order.
 */
function hasItsOrder(
  { medusa, setting }: World,
  row: Omit<Row, "payment_collection_id">
): boolean {
  const own = medusa.paymentOf(row.session_id)
  const isLater = row.capture === "manual" || isHeld(row, policyOf(setting))
  return (
    own !== undefined &&
    (own.captured || (isLater && !own.canceled)) &&
    medusa.order?.canceled === false
  )
}

/** Whether its money is sent back or kept, or the merchant decides about it. */
function isAccountedFor({ ledger }: World, row: Row): boolean {
  return isUsedUp(ledger, row) || isNamed(ledger, row)
}

/** Whether an exception is about a payment's money. */
export function isNamed(ledger: World["ledger"], row: Row): boolean {
  const { deposit_id: own } = row
  return (
    exceptionsAbout(ledger, row).length > 0 ||
    ledger.exceptions.open.some(
      ({ deposit_id, kind, of }) =>
        (of === row.id && ORDER_KINDS.includes(kind)) ||
        (own && deposit_id === own && kind !== "refund_due")
    )
  )
}

/** Whether a payment's money is all sent back or kept. */
export function isUsedUp(
  ledger: World["ledger"],
  row: Pick<Row, "deposit_id">
): boolean {
  const money = ledger.moneyOf(row)
  return (
    money !== null &&
    !isMoreThan(sumOf([money.capture, money.unallocated]), "0")
  )
}

/** Whether the merchant first decides about coins that arrived for it. */
export function isWaiting({ chain, ledger }: World, row: Row): boolean {
  return (
    row.status !== "paid" &&
    (chain.hasComing(row) ||
      ledger
        .unconfirmedOf(row)
        .some((deposit) => hasRest(ledger.balanceOf(deposit))))
  )
}

/**
 * Returns the kinds of exceptions about a payment's money that are open, or that
 * the merchant closed.
 */
export function exceptionsAbout(
  { exceptions }: World["ledger"],
  { id }: Pick<Row, "id">
): ExceptionKind[] {
  return exceptions.known.flatMap(({ of, kind }) =>
    of === id && ABOUT_HELD_MONEY.includes(kind) ? [kind] : []
  )
}

/**
 * Whether an order reserves stock without any payment, and all sessions are
 * payments of ours, for which no coins have arrived either.
 */
function reservesUnpaidStock(world: World): boolean {
  const { medusa, setting, ledger } = world
  return (
    setting.hasCart &&
    setting.checkout_flow === "order_first" &&
    medusa.order?.canceled === false &&
    isMoreThan(medusa.total, "0") &&
    medusa.payments.every((payment) => heldBy(payment) === 0n) &&
    medusa.sessions.every(({ id }) => ledger.ofSession(id) !== undefined) &&
    ledger.rows.every((row) => row.status !== "paid" && !isWaiting(world, row))
  )
}

/** Whether the merchant sends a part of a payment's money back, or keeps it. */
function isPartUsed(ledger: World["ledger"], row: Row): boolean {
  const money = ledger.moneyOf(row)
  return money !== null && isReleased(money)
}
