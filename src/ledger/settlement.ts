import { isOutlived } from "./freshness"
import type { MedusaState, SettlementStep } from "./medusa-state"
import type { ScheduledPayment } from "./payment"
import { openException } from "./settlement-exception"
import { settlePaid } from "./settle-paid"
import { settleUnpaid } from "./settle-unpaid"

/** Looks after which a step that does not work becomes a question for a person. */
const ATTEMPTS_BEFORE_EXCEPTION = 5

/**
 * The next step of settling, from the two books alone. It is asked again after
 * each step until it says `nothing`, and carries nothing of the past: running
 * it twice, late or after a crash does no harm.
 *
 * @param done what this run has done already: a step that is still missing
 *   after it was done has not worked
 */
export function nextStep(
  payment: ScheduledPayment,
  medusa: MedusaState,
  now: Date,
  done: readonly SettlementStep["do"][] = []
): SettlementStep {
  const step =
    payment.status === "paid"
      ? settlePaid(payment, medusa, now)
      : settleUnpaid(payment, medusa, now)
  if (!done.includes(step.do)) {
    return step
  }
  if (step.do === "open_exception") {
    return { do: "nothing" }
  }
  if (done.includes("open_exception")) {
    return { do: "nothing", is_stuck: true }
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
 * A gateway that answers and still does not end a payment, long past its time,
 * must not hold back an order's stock. It is asked again all the same.
 */
function canBeGivenUp(payment: ScheduledPayment, now: Date): boolean {
  return (
    payment.status === "abandoned" ||
    (isOutlived(payment, now) &&
      payment.reconcile_attempts >= ATTEMPTS_BEFORE_EXCEPTION)
  )
}

/**
 * What follows a step that has not worked: another try, and after some looks
 * the question to a person, beside which it goes on being tried.
 */
export function afterFailure(
  payment: ScheduledPayment,
  medusa: MedusaState,
  reason: string
): Extract<SettlementStep, { do: "retry_later" | "open_exception" }> {
  // What the merchant had tried again is back on the list at once where it does not work.
  const isRetried = medusa.resolutions[0]?.action === "retry"
  if (payment.reconcile_attempts < ATTEMPTS_BEFORE_EXCEPTION && !isRetried) {
    return { do: "retry_later", reason }
  }
  return medusa.payment?.captured
    ? openException(
        payment,
        medusa,
        "order_missing",
        `Medusa could not place its order: it is captured, and nothing will be delivered (${reason})`
      )
    : openException(
        payment,
        medusa,
        "not_settled",
        `Medusa does not follow (${reason})`
      )
}
