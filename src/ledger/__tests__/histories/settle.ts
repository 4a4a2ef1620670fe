import { isWorth } from "../../../pricing"
import {
  afterFailure,
  confirmed,
  differenceOf,
  fromMinorUnits,
  hasRest,
  isOfSettling,
  isProcessed,
  type MedusaState,
  nextReconcileAt,
  nextStep,
  openedBy,
  placedOrder,
  retryAt,
  type SettlementStep,
  sumOf,
  traitsOf,
  WAITING_SESSIONS,
} from "../../index"
import { logged, rethrowCrash } from "./interruption"
import type { Ledger, Row } from "./ledger"
import { heldBy, type MedusaPayment } from "./medusa"
import { policyOf, SPREAD } from "./setting"
import type { World } from "./world"

/** Limit of steps, which only an endless settle exceeds. */
const MAX_STEPS = 12
const RECORDED_WITHIN_MS = 60_000

/**
 * Runs src/workflows/settle-payment step by step against the model.
 *
 * @throws if it has to be retried later
 */
export function settle(world: World, id: string): void {
  const steps: SettlementStep[] = []
  for (;;) {
    const done = steps.map((each) => each.do)
    const opened = openedBy(steps)
    const row = { ...world.ledger.find(id) }
    const medusa = confirmed(readMedusaState(world, row), steps)
    const step = nextStep(row, medusa, world.now, done, opened)
    world.checkpoint()
    if (step.do === "retry_later") {
      finish(world, row, medusa, retryAt(row, world.now))
      throw new Error(step.reason)
    }
    if (step.do === "nothing") {
      if (!step.has_rest && !step.is_stuck) {
        world.ledger.resolveSettled(row, opened)
      }
      finish(
        world,
        row,
        medusa,
        step.is_stuck
          ? retryAt(row, world.now)
          : nextReconcileAt(row, world.now, medusa.chain_policy)
      )
      const isReleased = done.includes("release_payment")
      if (isProcessed(done) || isReleased) {
        world.ledger.reconcileSiblings(row, isReleased)
      }
      return
    }
    if (!row.next_reconcile_at) {
      world.ledger.reconcileSoon(row)
    }
    if (step.do === "cancel_at_gateway" && world.chain.hasComing(row)) {
      finish(world, row, medusa, retryAt(row, world.now))
      return
    }
    try {
      perform(world, row, step)
    } catch (error) {
      rethrowCrash(error)
      const after = confirmed(readMedusaState(world, row), steps)
      const next = afterFailure(row, after, String(error))
      if (next.do === "open_exception") {
        world.ledger.exceptions.add(id, next.exception)
      }
      finish(world, row, after, retryAt(row, world.now))
      if (next.do === "retry_later") {
        throw error
      }
      return
    }
    steps.push(step)
    if (steps.length > MAX_STEPS) {
      world.breaks(`settling ${id} does not end: ${done.join(", ")}`)
      return
    }
  }
}

export function readMedusaState(world: World, row: Row): MedusaState {
  const { medusa, ledger, current_account, setting, now } = world
  const { payment_collection_id: of, session_id } = row
  const session = medusa.sessions.find(({ id }) => id === session_id)
  const own = medusa.paymentOf(session_id)
  const { exceptions } = ledger
  const unconfirmed = ledger.unconfirmedOf(row)
  const isForOrder = ledger.deposits.some(
    (each) =>
      each.payment_id === row.id &&
      each.id !== row.deposit_id &&
      ledger.allocationsOf(each).some(({ order_id }) => order_id)
  )
  return {
    session: session ? { ...session } : null,
    competing_sessions: medusa
      .sessionsOf({ id: of })
      .flatMap(({ id, status }) => (id === session_id ? [] : [status])),
    payment: own
      ? {
          ...world.capturedOf(row)!,
          canceled: own.canceled,
          held: differenceOf(fromMinorUnits(heldBy(own)), keptOf(ledger, row)),
        }
      : null,
    collection: medusa.collectionOf(row, session_id),
    cart_id: medusa.collection(of).cart_id,
    order: medusa.linkedOrder,
    manual_order: null,
    money: ledger.moneyOf(row),
    has_open_exception: exceptions.open.some(
      ({ deposit_id, kind }) =>
        deposit_id && deposit_id === row.deposit_id && kind !== "refund_due"
    ),
    is_refused: false,
    is_retried: isRetried(exceptions, row),
    has_used_money:
      isForOrder ||
      unconfirmed.some((each) => ledger.allocationsOf(each).length),
    has_seen_money: unconfirmed.some((each) => hasRest(ledger.balanceOf(each))),
    exact_transfers: exceptions
      .exactOf(row.id)
      .map(({ reason }) => `${reason}`),
    lacks_stock: medusa.order !== null && !medusa.hasReserved,
    lost_order_id: null,
    unrecorded_capture: unrecorded(medusa, own, now),
    chain_policy: policyOf(setting),
    current_account,
    is_readable: row.rail === "onchain" && row.gateway_id !== null,
  }
}

/** The part of a payment that is kept, or sent back without Medusa's refund. */
function keptOf(ledger: Ledger, { deposit_id }: Row): string {
  const parts = deposit_id ? ledger.allocationsOf({ id: deposit_id }) : []
  return sumOf(
    parts.flatMap(({ kind, amount, cart_amount, refund_id }) => {
      const refund = ledger.refunds.find(({ id }) => id === refund_id)
      const isReleased =
        kind === "kept" || (kind === "refund" && !refund?.medusa_refund_id)
      return isReleased ? [cart_amount ?? amount] : []
    })
  )
}

/** Whether the merchant last resolved an exception of settling by a retry. */
function isRetried({ decided }: Ledger["exceptions"], { id }: Row): boolean {
  const last = decided.findLast(
    ({ of, ...problem }) => of === id && isOfSettling(traitsOf(problem))
  )
  return last?.resolved?.as === "retry"
}

function unrecorded(
  { order }: World["medusa"],
  own: MedusaPayment | undefined,
  now: Date
): MedusaState["unrecorded_capture"] {
  const since = own?.unrecordedSince ?? own?.storedSince ?? null
  if (!order || !since) {
    return null
  }
  return isOlder(since, now) ? "lost" : "recent"
}

function isOlder(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() > RECORDED_WITHIN_MS
}

/** Model of src/workflows/settle-payment/perform-step.ts. */
function perform(
  world: World,
  row: Row,
  step: Exclude<SettlementStep, { do: "nothing" | "retry_later" }>
): void {
  const { medusa, ledger, gateway } = world
  switch (step.do) {
    case "complete_cart":
      medusa.completeAny(row.session_id)
      return
    case "authorize":
      medusa.process(row.session_id, "authorized")
      return
    case "release_payment":
      medusa.paymentOf(row.session_id)!.canceled = true
      return
    case "confirm_order":
      medusa.awaitCompletion()
      return
    case "capture": {
      const payment = medusa.paymentOf(row.session_id)!
      if (isOlder(payment.storedSince, world.now)) {
        world.provider.capture(payment.session_id)
        medusa.note(payment)
      }
      medusa.capture(payment)
      return
    }
    case "process":
      medusa.process(row.session_id, "captured")
      return
    case "bind_session":
      medusa.startSession(
        row.rail,
        { id: row.payment_collection_id },
        { payment_id: row.id, session_id: row.session_id }
      )
      return
    case "drop_competing_sessions":
      medusa.deleteSessions(
        medusa
          .sessionsOf({ id: row.payment_collection_id })
          .filter(
            ({ id, status }) =>
              id !== row.session_id && WAITING_SESSIONS.includes(status)
          )
      )
      return
    case "reopen_session":
      medusa.session(row.session_id).status = "pending"
      return
    case "close_session":
      medusa.session(row.session_id).status = step.status
      return
    case "cancel_order":
      if (
        !world.interruptions.happened &&
        medusa.payments.some((payment) => heldBy(payment) > 0n)
      ) {
        world.breaks(`settling ${row.id} cancels an order that is paid`)
      }
      medusa.cancelOrder()
      return
    case "cancel_at_gateway":
      if (row.gateway_id) {
        gateway.requestCancel(row.gateway_id)
        world.checkpoint()
        const fact = gateway.read(row.gateway_id)
        if (fact) {
          ledger.applyFact(row.id, fact)
        }
      }
      return
    case "note_superseded":
      ledger.applyFact(row.id, { kind: "superseded" })
      return
    case "abandon":
      ledger.applyFact(row.id, { kind: "abandoned" })
      return
    case "note_capture":
      ledger.allocateCapture(row)
      return
    case "refund_capture":
      medusa.refund(medusa.paymentOf(row.session_id)!, step.amount, false)
      return
    case "refund_remainder":
      ledger.refundRemainder(row.id)
      return
    case "judge_price": {
      const due = world.priceOf(row.cart_amount)
      const now = { rate: `${world.rate}`, spread: SPREAD }
      const accepted = isWorth(row, now, "1")
      const late_price = { shown_rate: null, rate: now.rate, due, accepted }
      ledger.applyFact(row.id, { kind: "priced", late_price })
      return
    }
    case "judge_transfers":
      for (const exception of ledger.exceptions.exactOf(row.id)) {
        Object.assign(exception, { reason: step.reason })
      }
      return
    case "open_exception":
      ledger.exceptions.add(row.id, step.exception)
      return
  }
}

function finish(
  world: World,
  row: Row,
  medusa: MedusaState,
  next: Date | null
): void {
  const order_id = placedOrder(row, medusa)
  if (order_id) {
    world.ledger.find(row.id).order_id = order_id
  }
  world.ledger.finishReconcile(row, next)
}

/**
 * Reconciles a payment: reads it from the gateway if possible, then settles.
 * Errors are left to the job.
 */
export function reconcile(world: World, id: string): void {
  logged(() => {
    const row = world.ledger.find(id)
    if (row.status !== "paid") {
      world.readIfUnpaid(row)
    }
    world.checkpoint()
    settle(world, id)
  })
}
