import { isCovered } from "./collection-due"
import { isFresh, isOutlived } from "./freshness"
import {
  CLOSED_SESSIONS,
  type MedusaState,
  type SettlementStep,
  WAITING_SESSIONS,
} from "./medusa-state"
import { toMinorUnits } from "./money"
import type { Payment } from "./payment"
import { graceEndsAt } from "./superseded"
import { RAIL_TRAITS } from "./rails"

const NOTHING: SettlementStep = { do: "nothing" }

/** What is missing until a payment without money holds nothing back: no gateway order, no session, no stock. */
export function settleUnpaid(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  switch (payment.status) {
    case "creating":
    case "pending":
      return endIfOver(payment, medusa, now)
    case "abandoned": {
      // Medusa first: the gateway may never end it, and stock must not wait for that.
      const step = endInMedusa(payment, medusa, now)
      return step.do === "nothing" ? endIfOver(payment, medusa, now) : step
    }
    case "failed":
    case "cancelled":
      return endInMedusa(payment, medusa, now)
    case "paid":
      return NOTHING
  }
}

function endIfOver(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  if (isOver(payment, medusa, now)) {
    return endAtGateway(payment, medusa, now)
  }
  if (medusa.session) {
    return NOTHING
  }
  // What the gateway can't cancel is only given up, and takes money all the same.
  if (!canBeCancelled(payment)) {
    return endAtGateway(payment, medusa, now)
  }
  const graceEnds = graceEndsAt(payment)
  if (!graceEnds) {
    return { do: "note_superseded" }
  }
  return now >= graceEnds ? endAtGateway(payment, medusa, now) : NOTHING
}

/** Its money could not be used: the order was cancelled, another payment has paid, or it took too long. */
function isOver(
  payment: Payment,
  { session, order, collection }: MedusaState,
  now: Date
): boolean {
  return (
    order?.canceled === true ||
    collection?.status === "canceled" ||
    isOutlived(payment, now) ||
    (session === null && collection !== null && isPaidByOthers(collection))
  )
}

/** An authorization alone is not money: cash on webhook may never come. */
function isPaidByOthers({
  amount,
  captured_by_others,
}: NonNullable<MedusaState["collection"]>): boolean {
  return isCovered({ amount, covered_by_others: captured_by_others })
}

/** Whether the gateway has a call that ends a payment. */
export function canBeCancelled({
  rail,
  gateway_id,
}: Pick<Payment, "rail" | "gateway_id">): boolean {
  return RAIL_TRAITS[rail].isCancellable && gateway_id !== null
}

function endAtGateway(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  if (canBeCancelled(payment)) {
    // Without the credentials that it was started with it waits for them, until its time is up.
    if (medusa.is_readable) {
      return { do: "cancel_at_gateway" }
    }
    return isOutlived(payment, now) ? abandon(payment) : NOTHING
  }
  if (payment.status === "creating" && isFresh(payment, now)) {
    return NOTHING
  }
  return abandon(payment)
}

function abandon({ status }: Payment): SettlementStep {
  return status === "abandoned" ? NOTHING : { do: "abandon" }
}

function endInMedusa(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  if (medusa.session && WAITING_SESSIONS.includes(medusa.session.status)) {
    return {
      do: "close_session",
      status: payment.status === "failed" ? "error" : "canceled",
    }
  }
  return medusa.order && isOrderOrphaned(payment, medusa, now)
    ? { do: "cancel_order", order_id: medusa.order.id }
    : NOTHING
}

/** As much of Medusa's books as tells whether an order stands on one payment alone. */
export type OrderState = Pick<MedusaState, "competing_sessions" | "cart_id"> & {
  session: object | null
  payment: object | null
  order: { canceled: boolean } | null
  collection: Pick<
    NonNullable<MedusaState["collection"]>,
    "status" | "covered_by_others"
  > | null
}

/** An order of `order_first` that stands on this payment alone, which will not come. */
export function isOrderOrphaned(
  payment: Pick<Payment, "checkout_flow" | "status" | "rail" | "expires_at">,
  {
    session,
    order,
    competing_sessions,
    collection,
    cart_id,
    payment: own,
  }: OrderState,
  now: Date
): boolean {
  return (
    payment.checkout_flow === "order_first" &&
    // Without its session the buyer chose another way to pay for the same order.
    session !== null &&
    order?.canceled === false &&
    // Another collection of an order is what it owes on top: the order stands without it.
    cart_id !== null &&
    own === null &&
    competing_sessions.every((each) => CLOSED_SESSIONS.includes(each)) &&
    // A cancelled collection of a standing order: another one is paid in its place.
    collection?.status !== "canceled" &&
    toMinorUnits(collection?.covered_by_others ?? "0") === 0n &&
    !mayStillSucceed(payment, now)
  )
}

/** What failed on the gateway's page may be tried again there, until its time is up. */
export function mayStillSucceed(
  payment: Pick<Payment, "status" | "rail" | "expires_at">,
  now: Date
): boolean {
  return (
    payment.status === "failed" &&
    RAIL_TRAITS[payment.rail].mayRecover &&
    !isOutlived(payment, now)
  )
}
