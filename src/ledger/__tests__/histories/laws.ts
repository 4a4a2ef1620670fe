import {
  amountDue,
  type ExceptionKind,
  toMinorUnits,
  WAITING_SESSIONS,
} from "../../index"
import type { Row } from "./ledger"
import { heldBy } from "./medusa"
import type { Session } from "./sessions"
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
    if (payment.canceled) {
      world.breaks(`${payment.id} is cancelled, and ${row.id} is paid`)
    }
  }
  const transfers = ledger.rows.flatMap(({ status, chain, tx_hash }) =>
    status === "paid" && tx_hash ? [`${chain}/${tx_hash}`] : []
  )
  if (new Set(transfers).size < transfers.length) {
    world.breaks("law 9: one transfer has paid two payments")
  }
}

/** Checks the laws that apply when Medusa creates a session's payment. */
export function checkAuthorized(world: World, session: Session): void {
  const { medusa, ledger, mode } = world
  const row = ledger.ofSession(session.id)
  if (!row) {
    return
  }
  const due = amountDue(medusa.collectionOf(session.id))
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
  const { ledger, medusa, gateway } = world
  const paid = ledger.rows.filter(({ status }) => status === "paid")
  const withOrder = paid.filter((row) => hasItsOrder(world, row))
  for (const row of paid) {
    if (!withOrder.includes(row) && !isAccountedFor(world, row)) {
      world.breaks(`law 4: ${row.id} is paid without an order or an exception`)
    }
  }
  const held = medusa.payments.reduce((sum, each) => sum + heldBy(each), 0n)
  const kept = held - excessNamed(ledger)
  if (withOrder.length > 1 && kept > toMinorUnits(medusa.collection.amount)) {
    world.breaks("law 4: two payments have paid for the same")
  }
  for (const row of ledger.rows) {
    const entry = gateway.entries.find(
      ({ payment_id }) => payment_id === row.id
    )
    const wasReported = [...world.received].some(
      ({ payment_id, report }) =>
        payment_id === row.id &&
        report.outcome === "paid" &&
        report.gateway_id === entry?.gateway_id &&
        report.paid?.amount === row.amount &&
        report.paid.currency === row.currency &&
        (report.paid.chain ?? null) === row.chain
    )
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
  for (const { session_id, id } of withOrder) {
    if (medusa.order && medusa.paymentOf(session_id)?.unrecordedSince) {
      world.breaks(`the order of ${id} seems unpaid`)
    }
  }
  const isKnown = [...ledger.exceptions.values()].some(
    ({ kind }) => kind === "order_incomplete"
  )
  if (withOrder.length && medusa.order && !medusa.hasReserved && !isKnown) {
    world.breaks("an order was taken without its stock or an exception")
  }
  checkTransfers(world, paid)
  checkConservation(world)
  if (reservesUnpaidStock(world)) {
    world.breaks("an unpaid order reserves its stock")
  }
  const { taken } = medusa.sums
  if (
    medusa.order?.canceled === false &&
    withOrder.length > 0 &&
    toMinorUnits(medusa.collection.amount) > toMinorUnits(taken) &&
    withOrder.every((row) => !exceptionsAbout(ledger, row).length)
  ) {
    world.breaks(
      `law 8: an order of ${medusa.collection.amount} stands on ${taken}`
    )
  }
}

/**
 * Law 12: every deposit is captured, refunded or kept, or an exception is about
 * the rest. Medusa has captured as much as the deposits say, less its refunds.
 * The order has not taken more than its total, or an exception is open.
 */
function checkConservation(world: World): void {
  const { ledger, medusa, setting } = world
  for (const deposit of ledger.deposits) {
    const { unallocated, capture } = ledger.balanceOf(deposit)
    const row = ledger.rows.find(({ deposit_id }) => deposit_id === deposit.id)
    const own = row && medusa.paymentOf(row.session_id)
    const isAuthorized = own && !own.canceled && !own.captured
    const isReported = [...ledger.exceptions.values()].some(
      ({ of, deposit_id }) =>
        deposit_id === deposit.id || (row && of === row.id)
    )
    if (
      toMinorUnits(unallocated) > 0n &&
      !isReported &&
      !(isAuthorized && setting.capture === "manual")
    ) {
      world.breaks(`law 12: ${unallocated} of ${deposit.id} is lost from sight`)
    }
    const captured = own?.captured ? heldBy(own) : 0n
    if (toMinorUnits(capture) !== captured) {
      world.breaks(
        `law 12: ${deposit.id} is captured by ${capture}, and Medusa has ${captured}`
      )
    }
  }
  const { order, payments, collection } = medusa
  const total = order?.canceled ? 0n : toMinorUnits(collection.amount)
  const held = payments
    .filter(({ captured }) => captured)
    .reduce((sum, each) => sum + heldBy(each), 0n)
  const isNamed = [...ledger.exceptions.values()].some(
    ({ kind }) => kind !== "refund_due"
  )
  if (order && held > total && !isNamed) {
    world.breaks(`law 12: ${order.id} of ${total} has taken ${held}`)
  }
}

/**
 * Law 9 for webhooks without a transfer: if one transfer confirmed several
 * payments, all but one have an exception.
 */
function checkTransfers(world: World, paid: readonly Row[]): void {
  const { ledger, gateway } = world
  const confirmed = gateway.entries.filter(
    ({ payment_id, rail }) =>
      rail === "onchain" &&
      paid.some(
        (row) =>
          row.id === payment_id && row.gateway_id && !isReused(ledger, row)
      )
  )
  const hashes = confirmed.map(({ tx_hash }) => tx_hash)
  if (new Set(hashes).size < hashes.length) {
    world.breaks(
      "law 9: one transfer has paid two payments without an exception"
    )
  }
}

function isReused({ exceptions }: World["ledger"], { id }: Row): boolean {
  return [...exceptions.values()].some(
    ({ of, kind }) => of === id && kind === "transfer_reused"
  )
}

/** Sums the excess that exceptions name, apart from those of a payment. */
function excessNamed({ exceptions }: World["ledger"], apart?: Row): bigint {
  return [...exceptions.values()].reduce(
    (sum, { of, details }) =>
      of === apart?.id ? sum : sum + toMinorUnits(details.excess ?? "0"),
    0n
  )
}

/**
 * Whether a payment has one capture, or one authorization under manual capture.
 * It must be on one uncancelled order that no other payment covers, apart from
 * what that one is too much.
 */
function hasItsOrder({ medusa, ledger }: World, row: Row): boolean {
  const own = medusa.paymentOf(row.session_id)
  const { covered_by_others } = medusa.collectionOf(row.session_id)
  const taken = own && (row.capture === "manual" ? true : own.captured)
  return (
    Boolean(taken) &&
    toMinorUnits(ledger.moneyOf(row)?.refund ?? "0") === 0n &&
    (medusa.order ? !medusa.order.canceled : !medusa.hasCart) &&
    toMinorUnits(covered_by_others) - excessNamed(ledger, row) <
      toMinorUnits(medusa.collection.amount)
  )
}

function isAccountedFor({ ledger }: World, row: Row): boolean {
  return (
    toMinorUnits(ledger.moneyOf(row)?.refund ?? "0") >=
      toMinorUnits(row.amount) || exceptionsAbout(ledger, row).length > 0
  )
}

/** Returns the kinds of exceptions about a payment's money. */
export function exceptionsAbout(
  { exceptions }: World["ledger"],
  { id }: Pick<Row, "id">
): ExceptionKind[] {
  return [...exceptions.values()].flatMap(({ of, kind }) =>
    of === id && ABOUT_HELD_MONEY.includes(kind) ? [kind] : []
  )
}

/**
 * Whether an order reserves stock without any payment, and all sessions are
 * payments of ours.
 */
function reservesUnpaidStock({ medusa, setting, ledger }: World): boolean {
  return (
    setting.hasCart &&
    setting.checkout_flow === "order_first" &&
    medusa.order?.canceled === false &&
    medusa.payments.every((payment) => heldBy(payment) === 0n) &&
    medusa.sessions.every(({ id }) => ledger.ofSession(id) !== undefined) &&
    ledger.rows.every(({ status }) => status !== "paid")
  )
}
