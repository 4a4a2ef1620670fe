import type { ExceptionKind } from "./exceptions"
import { withoutPrice } from "./late-price"
import type { MedusaState, SettlementStep } from "./medusa-state"
import { isOutlived } from "./open"
import type { Payment, ScheduledPayment } from "./payment"
import { doubtProblem, openException } from "./settlement-problems"
import { settlePaid } from "./settle-paid"
import { settleUnpaid } from "./settle-unpaid"

/**
 * Reconciliations after which a failing step opens an exception: few when a
 * buyer has paid, more when the step may wait for the gateway.
 */
const ATTEMPTS_BEFORE_EXCEPTION = { paid: 2, unpaid: 5 } as const

/** Why Medusa can't place an order, however often it is tried. */
export type CartRefusal = Extract<
  ExceptionKind,
  "sold_out" | "promotion_used_up"
>

const PROCESSING: readonly SettlementStep["do"][] = [
  "complete_cart",
  "authorize",
  "capture",
  "process",
]

/**
 * Computes the next step of settling from the ledger and Medusa's state alone.
 * It is called again after each step until it returns `nothing`. It keeps no
 * state, so that running it twice, late or after a crash is harmless.
 *
 * @param medusa as `confirmed` by the steps of the run
 * @param done steps of the current run: a step that is returned again after it
 *   was done has not worked
 * @param opened keys of the exceptions that the current run has opened
 */
export function nextStep(
  payment: ScheduledPayment,
  medusa: MedusaState,
  now: Date,
  done: readonly SettlementStep["do"][] = [],
  opened: readonly string[] = []
): SettlementStep {
  const step =
    payment.status === "paid"
      ? settlePaid(payment, medusa, now, opened)
      : settleUnpaid(payment, medusa, now)
  if (!done.includes(step.do)) {
    return step
  }
  if (step.do === "judge_transfers") {
    // Another one has arrived meanwhile, and is judged by the next run.
    return { do: "nothing" }
  }
  if (step.do === "open_exception") {
    // A captured payment may have several problems.
    return opened.includes(step.exception.key) ? { do: "nothing" } : step
  }
  if (done.includes("open_exception")) {
    return { do: "nothing", is_stuck: true }
  }
  if (step.do === "judge_price") {
    return doubtProblem(payment, medusa, now) ?? withoutPrice(payment, medusa)
  }
  if (step.do === "cancel_at_gateway" && canBeGivenUp(payment, now)) {
    return payment.status === "abandoned"
      ? { do: "nothing" }
      : { do: "abandon" }
  }
  return afterFailure(
    payment,
    medusa,
    `"${step.do}" was done and is still missing`
  )
}

/**
 * The order stands that a run has placed, or still found after the completion
 * that had placed it.
 */
export function confirmed(
  medusa: MedusaState,
  done: readonly SettlementStep[]
): MedusaState {
  const isConfirmed = done.some(
    (step) =>
      step.do === "complete_cart" ||
      (step.do === "confirm_order" && step.order_id === medusa.order?.id)
  )
  return medusa.order && isConfirmed
    ? { ...medusa, order: { ...medusa.order, standing: true } }
    : medusa
}

/**
 * The id of a payment's order, unless it is paid and a completion that is
 * running may still remove the order.
 */
export function placedOrder(
  { status }: Pick<Payment, "status">,
  { order, payment: own }: MedusaState
): string | undefined {
  const stands =
    status !== "paid" || order?.standing || order?.canceled || own?.captured
  return stands ? order?.id : undefined
}

/** Keys of the exceptions that a run of settling has opened. */
export function openedBy(steps: readonly SettlementStep[]): string[] {
  return steps.flatMap((step) =>
    step.do === "open_exception" ? step.exception.key : []
  )
}

/** Whether a run of settling placed an order, authorized or captured. */
export function isProcessed(done: readonly SettlementStep["do"][]): boolean {
  return done.some((step) => PROCESSING.includes(step))
}

/**
 * Whether a payment may be abandoned. A gateway that responds but does not end
 * a payment long after its expiry must not block an order's stock. The payment
 * is still reconciled.
 */
function canBeGivenUp(payment: ScheduledPayment, now: Date): boolean {
  return (
    payment.status === "abandoned" ||
    (isOutlived(payment, now) &&
      payment.reconcile_attempts >= ATTEMPTS_BEFORE_EXCEPTION.unpaid)
  )
}

/**
 * Returns what follows a step that has not worked: a retry, and after some
 * reconciliations an exception. Retries continue while the exception is open. An
 * order that Medusa refuses has one at once.
 */
export function afterFailure(
  payment: ScheduledPayment,
  medusa: MedusaState,
  cause: string,
  refusal: CartRefusal | null = null
): Extract<SettlementStep, { do: "retry_later" | "open_exception" }> {
  // If a retry by the merchant does not work, the exception is opened again at
  // once.
  const attempts =
    ATTEMPTS_BEFORE_EXCEPTION[payment.status === "paid" ? "paid" : "unpaid"]
  const isEarly = payment.reconcile_attempts < attempts
  if (isEarly && !medusa.is_retried && !refusal) {
    return { do: "retry_later", reason: cause }
  }
  const isUnordered =
    payment.status === "paid" &&
    medusa.cart_id !== null &&
    !placedOrder(payment, medusa) &&
    !(medusa.order && medusa.payment)
  return openException(
    payment,
    medusa,
    { kind: isUnordered ? (refusal ?? "order_missing") : "not_settled" },
    refusal === "sold_out" ? { items: cause } : { cause }
  )
}
