import {
  coinsOf,
  differenceOf,
  excessOf,
  hasRest,
  heldMoney,
  type HeldMoney,
  isMoreThan,
  isReleased,
  isSameAmount,
  type MedusaState,
  refundOfHeld,
  retryOf,
  sumOf,
  traitsOf,
  transferException,
  worthOfHeld,
} from "../../index"
import type { StoredDeposit } from "./deposits"
import type { Exception } from "./exceptions"
import type { Ledger, Refund, Row } from "./ledger"
import { Refused } from "./sessions"
import { readMedusaState, settle } from "./settle"
import type { World } from "./world"

/**
 * Ways to resolve an exception. `serve`: an order placed manually has the goods,
 * or with `close` nothing is stated.
 */
export const CHOICES = [
  "retry",
  "refund",
  "refund_part",
  "sent",
  "sent_part",
  "kept",
  "serve",
  "close",
  "assign",
] as const
export type Choice = (typeof CHOICES)[number]

const PART = "5.00"
/** Order that the merchant placed manually. */
const MANUAL_ORDER = { id: "order_manual", total: "25.00" }

/** Money that the merchant decides about, as the transaction has it. */
type Locked = {
  exception: Exception
  row: Row | null
  deposit: StoredDeposit | null
  held: HeldMoney | null
  staysCaptured: boolean
  medusa: MedusaState | null
}

/** How a resolution ends: what Medusa still has to refund, and what is left. */
type Used = { refundsCapture?: string; isPart?: boolean; settles?: boolean }

/** Reads the exception as its page does. */
function lock(
  { ledger }: World,
  exception: Exception,
  medusa: MedusaState | null
): Locked {
  const { of, deposit_id } = exception
  const row = of === null ? null : ledger.find(of)
  const deposit = deposit_id ? ledger.depositOf(deposit_id) : null
  const found = ledger.deposits.flatMap(({ payment_id, amount }) =>
    !deposit && row && payment_id === row.id ? [amount] : []
  )
  const excess = medusa && excessOf(medusa)
  const held = heldMoney(
    exception,
    deposit && { deposit, balance: ledger.counted(deposit) },
    row && { ...row, amount: differenceOf(row.amount, sumOf(found)) },
    excess
      ? {
          amount: row
            ? coinsOf(row, excess, deposit ? ledger.allocationsOf(deposit) : [])
            : excess,
          is_captured: medusa?.payment?.captured === true,
        }
      : null
  )
  const staysCaptured =
    held?.captured === true &&
    (traitsOf(exception).money === "excess" ||
      medusa?.order?.canceled === false)
  return { exception, row, deposit, held, staysCaptured, medusa }
}

/**
 * The merchant reads an open exception, and resolves it: model of
 * src/workflows/resolve-exception.
 *
 * @throws Refused when nothing was changed
 */
export function resolve(world: World, exception: Exception, how: Choice): void {
  const { ledger } = world
  const row = exception.of === null ? null : ledger.find(exception.of)
  const state = () => row && readMedusaState(world, row)
  const read = lock(world, exception, state()).held
  world.checkpoint()
  const retry = how === "retry" ? retryBy(exception, row) : null
  if (row && retry === "prove") {
    world.chain.prove(row.id)
  }
  const fact =
    exception.kind === "price_expired" && how === "retry"
      ? ({ kind: "price_accepted" } as const)
      : row?.gateway_id && retry === "read"
        ? world.gateway.read(row.gateway_id)
        : null
  const medusa = state()
  const locked = lock(world, exception, medusa)
  if (exception.resolved) {
    throw new Refused("It is resolved.")
  }
  const due = dueRefund(ledger, exception)
  if (!due && how !== "retry" && !isSameHeld(read, locked.held)) {
    throw new Refused("Its money has changed meanwhile.")
  }
  const used = due
    ? keepDueRefund(ledger, locked, due, how)
    : how === "retry"
      ? retried(ledger, locked)
      : use(ledger, locked, how)
  if (!used.isPart && used.refundsCapture === undefined) {
    const as = how === "retry" || how === "assign" ? how : "close"
    ledger.exceptions.resolve((each) => each === exception, "merchant", as)
    exception.resolved = { by: "merchant", as }
  }
  const settles = row && (used.settles || row.status === "paid")
  if (settles) {
    ledger.reschedule(row, world.now)
  }
  if (row && fact) {
    ledger.applyFact(row.id, fact)
  }
  world.checkpoint()
  if (row && used.refundsCapture) {
    const own = world.medusa.paymentOf(row.session_id)!
    world.medusa.refund(
      own,
      used.refundsCapture,
      medusa?.order?.canceled === false
    )
  }
  if (settles) {
    settle(world, row.id)
  }
}

function retryBy({ kind, reason = null }: Exception, row: Row | null) {
  return retryOf({ kind, reason }, row)
}

function isSameHeld(a: HeldMoney | null, b: HeldMoney | null): boolean {
  return b ? a !== null && isSameAmount(a.amount, b.amount) : !a
}

function dueRefund(
  { refunds }: Ledger,
  { kind, details }: Exception
): Refund | undefined {
  return refunds.find(
    ({ id, status }) =>
      kind === "refund_due" && id === details.refund_id && status === "due"
  )
}

/** Model of repository/exceptions/keep-held.ts. */
function keepDueRefund(
  ledger: Ledger,
  { row, deposit }: Locked,
  refund: Refund,
  how: Choice
): Used {
  const { id, amount, cart_amount, medusa_refund_id } = refund
  const order_id = how === "serve" ? MANUAL_ORDER.id : undefined
  if (!deposit || medusa_refund_id || !(order_id || how === "kept")) {
    throw new Refused("Its refund is due.")
  }
  if (order_id) {
    serve(ledger, amount)
    Object.assign(row ?? {}, { order_id })
  }
  refund.status = "void"
  ledger.allocations = ledger.allocations.filter(
    (each) => each.refund_id !== id
  )
  const part = { kind: "kept", amount, cart_amount, order_id } as const
  ledger.allocate(deposit, part, "merchant")
  return {}
}

function retried(ledger: Ledger, { exception, row, deposit }: Locked): Used {
  const retry = retryBy(exception, row)
  if (!retry || (deposit && isReleased(ledger.counted(deposit)))) {
    throw new Refused("A retry would change nothing.")
  }
  return { settles: true, isPart: retry === "read" && deposit !== null }
}

/** Model of repository/exceptions/refund-held.ts. */
function use(
  ledger: Ledger,
  locked: Locked,
  how: Exclude<Choice, "retry">
): Used {
  const { exception, row, deposit, held } = locked
  switch (how) {
    case "assign":
      return assign(ledger, locked)
    case "refund":
    case "refund_part":
    case "sent":
    case "sent_part":
      return refund(ledger, locked, how)
  }
  if (!held) {
    return traitsOf(exception).money === "test" && deposit
      ? keep(ledger, locked, deposit)
      : {}
  }
  if (how === "close") {
    if (deposit && !locked.staysCaptured) {
      throw new Refused("It has to be stated where the money is.")
    }
    return {}
  }
  const order_id = how === "serve" ? MANUAL_ORDER.id : undefined
  if (order_id) {
    serve(ledger, held.amount)
    if (row && !row.order_id) {
      row.order_id = order_id
    }
  }
  if (locked.staysCaptured) {
    return {}
  }
  const found = deposit ?? report(ledger, locked, held.amount)
  return found ? keep(ledger, locked, found, order_id) : {}
}

/** @throws Refused if the order's total does not cover the money, too */
function serve(ledger: Ledger, amount: string): void {
  const used = ledger.allocations.flatMap((part) => {
    const row = ledger.rows.find(
      ({ deposit_id }) => deposit_id === part.deposit_id
    )
    return part.order_id === MANUAL_ORDER.id ||
      (part.kind === "capture" && row?.order_id === MANUAL_ORDER.id)
      ? [part.amount]
      : []
  })
  if (isMoreThan(sumOf([amount, ...used]), MANUAL_ORDER.total)) {
    throw new Refused("That order did not serve the buyer.")
  }
}

/** Of a part of held money. */
function worthOfPart(
  { allocations }: Ledger,
  { exception, row, deposit, held, medusa }: Locked,
  amount: string
): string {
  const uses = allocations.filter(
    ({ deposit_id }) => deposit_id === deposit?.id
  )
  return row && held
    ? worthOfHeld(exception, held, amount, row, medusa ?? undefined, uses)
    : amount
}

function keep(
  ledger: Ledger,
  locked: Locked,
  deposit: StoredDeposit,
  order_id?: string
): Used {
  if (hasRest(ledger.counted(deposit))) {
    ledger.releaseUncaptured(deposit)
  } else {
    ledger.releaseCapture(deposit, ledger.counted(deposit).capture)
  }
  const amount = ledger.balanceOf(deposit).unallocated
  const cart_amount = worthOfPart(ledger, locked, amount)
  const part = { kind: "kept", amount, cart_amount, order_id } as const
  ledger.allocate(deposit, part, "merchant")
  return {}
}

function refund(
  ledger: Ledger,
  locked: Locked,
  how: "refund" | "refund_part" | "sent" | "sent_part"
): Used {
  const { row, deposit, held } = locked
  if (!held) {
    throw new Refused("Nothing is held.")
  }
  const part = isMoreThan(held.amount, PART) ? PART : held.amount
  const wanted = how.endsWith("part") ? part : held.amount
  const sum = refundOfHeld(held, wanted)
  if ("refused" in sum) {
    throw new Refused(sum.refused)
  }
  const { amount } = sum
  if (held.captured && row) {
    return { refundsCapture: worthOfPart(ledger, locked, amount) }
  }
  if (deposit) {
    ledger.releaseUncaptured(deposit)
  }
  const source = deposit ?? report(ledger, locked, amount)
  if (!source) {
    throw new Refused("Nothing is held.")
  }
  const status = how.startsWith("sent") ? "sent" : "due"
  ledger.writeRefund(source, row, amount, { status }, "merchant")
  return {
    settles: true,
    isPart: deposit !== null && isMoreThan(held.amount, amount),
  }
}

/** Records money that only the merchant has found. */
function report(
  ledger: Ledger,
  { exception, row }: Locked,
  amount: string
): StoredDeposit | null {
  if (!row) {
    return null
  }
  const known = ledger.deposits.find(
    (each) =>
      each.payment_id === row.id &&
      each.chain === row.chain &&
      !each.tx_hash &&
      !each.confirmed_at &&
      !each.seen_at
  )
  if (known) {
    known.amount = sumOf([known.amount, amount])
    known.arrived_at = ledger.clock.now
  }
  const { rail, mode, currency, chain, gateway_id } = row
  const deposit =
    known ??
    ledger.insertDeposit({
      ...{ rail, mode, currency, chain, amount, payment_id: row.id },
      gateway_reference: gateway_id,
      is_matched: true,
    })
  exception.deposit_id = deposit.id
  return deposit
}

/** Model of repository/exceptions/assign-deposit.ts. */
function assign(ledger: Ledger, { row: known, deposit }: Locked): Used {
  const row = ledger.rows.find(({ rail }) => rail === deposit?.rail)
  if (!deposit || known || deposit.payment_id || !row) {
    throw new Refused("It can't be assigned.")
  }
  Object.assign(deposit, { payment_id: row.id, is_matched: true })
  const deposit_id = ledger.completeFound(deposit)
  if (!deposit_id) {
    return {}
  }
  ledger.exceptions.add(row.id, {
    ...transferException(
      deposit,
      row.status === "paid" ? "again" : "late",
      row,
      deposit_id
    ),
    key: [deposit_id, row.id].join(":"),
  })
  return {}
}
