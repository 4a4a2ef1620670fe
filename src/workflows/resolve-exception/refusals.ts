import { MedusaError } from "@medusajs/framework/utils"
import { type Coins, differenceOf, isMoreThan } from "../../ledger"
import type {
  Resolution,
  ResolvedException,
} from "../../modules/stablecoin/types"
import { refundRefused } from "../refund-refusals"
import { RefusedError } from "../refused-error"

const { NOT_FOUND, CONFLICT, INVALID_DATA } = MedusaError.Types

/** The lock of a payment's collection was not free in time. */
export function paymentIsBusy(id: string): MedusaError {
  return new RefusedError(
    CONFLICT,
    "busy",
    `Payment ${id} is being settled at this moment. Nothing was changed: try again in a minute.`
  )
}

/** Error that explains to the merchant why an exception was not resolved. */
export function resolutionRefused(
  { exception_id: id, action }: Pick<Resolution, "exception_id" | "action">,
  refusal: Extract<ResolvedException, { refused: string }>
): MedusaError {
  const field = action === "close" ? "sent" : "refund"
  const held =
    "held" in refusal && refusal.held ? coinsOf(refusal.held) : "0.00"
  const refused = (type: string, message: string) =>
    new RefusedError(type, refusal.refused, message, { held })
  switch (refusal.refused) {
    case "unknown_exception":
      return refused(NOT_FOUND, `There is no exception ${id}.`)
    case "already_resolved":
      return refused(CONFLICT, `Exception ${id} is already resolved.`)
    case "refund_is_due":
      return refused(
        CONFLICT,
        `Exception ${id} is about refund ${refusal.refund_id}, which is still due. Send it, and record the transaction hash at /admin/stablecoin/refunds/${refusal.refund_id}/sent: that resolves both.`
      )
    case "nothing_held":
      return refused(
        INVALID_DATA,
        `Exception ${id} has nothing to refund: it reports no money, or a refund of all of it is already due. Close it without a refund.`
      )
    case "not_retriable":
      return refused(
        INVALID_DATA,
        `Exception ${id} can't be tried again: settling its payment, or reading it from the gateway, would change nothing. Choose "refund" or "close".`
      )
    case "already_used":
      return refused(
        CONFLICT,
        `Exception ${id} can't be tried again: a part of its money is refunded or kept, so that nothing can be captured. Choose "refund" or "close" for the rest.`
      )
    case "held_required":
      return refused(
        INVALID_DATA,
        `Exception ${id} can't be resolved without held: the amount that you read at /admin/stablecoin/exceptions/${id} as held.amount.`
      )
    case "held_changed":
      return refused(
        CONFLICT,
        `Exception ${id} was not changed: ${refusal.held ? `${held} is left of its money` : "nothing is left of its money"}, which differs from what you read. Reload it, and decide again.`
      )
    case "whereabouts_required":
      return refused(
        CONFLICT,
        `Exception ${id} can't be closed: ${held} is neither captured, refunded nor kept. Open a refund, or state where the money is: sent (the transfer that returned it), order_id (the order that served the buyer) or kept (why you keep it).`
      )
    case "wrong_order":
      return wrongOrder(refusal)
    case "not_assignable":
      return refused(
        INVALID_DATA,
        `Exception ${id} can't be assigned: it has no deposit, or its deposit belongs to a payment already.`
      )
    case "unknown_payment":
      return refused(
        INVALID_DATA,
        `Exception ${id} can't be assigned: the payment does not exist, or is on another rail.`
      )
    case "amount_required":
      return refused(
        INVALID_DATA,
        `The gateway has confirmed no money for exception ${id}. If you found the money in the gateway's portal, enter its amount in ${field}.amount, at most ${held}. Otherwise, close it without a refund.`
      )
    case "exceeds_held":
      return refused(
        INVALID_DATA,
        `The refund of exception ${id} must be more than 0 and at most ${held}, which is what is left of its money.`
      )
    case "hash_used":
    case "wrong_address":
    case "wrong_hash":
      return refundRefused(id, refusal)
  }
}

function wrongOrder({
  held,
  order_id,
  ...refusal
}: Extract<ResolvedException, { refused: "wrong_order" }>): MedusaError {
  const refused = (code: string, message: string, params = {}) =>
    new RefusedError(INVALID_DATA, code, message, params)
  switch (refusal.why) {
    case "own":
      return refused(
        "own_order",
        `Order ${order_id} is the payment's own order. If it waits for this money, choose "retry". If another payment has paid it, name another order, or send the money back.`
      )
    case "other_customer": {
      const { theirs, payers } = refusal
      return refused(
        "other_customer",
        `Order ${order_id} is of ${theirs}, and the money is of ${payers}. Check its number, or confirm it by other_customer: true.`,
        { theirs, payers }
      )
    }
    case "unknown":
      return refused(
        "unknown_order",
        `There is no order ${order_id} that can take this money: it does not exist, is cancelled or is in another currency. Check its number.`
      )
    case "too_small": {
      const { takes, total } = refusal
      if (!isMoreThan(takes, "0")) {
        return refused(
          "paid_order",
          `The order's total of ${total} is paid by other money already. Send this money back, or enter another order.`
        )
      }
      const excess = `${differenceOf(held.amount, takes)} ${held.currency}`
      return refused(
        "small_order",
        `The order takes ${takes} of its total of ${total}, and this money is ${coinsOf(held)}. Send back ${excess} first, then close this with the order.`,
        { takes, total, held: coinsOf(held), excess }
      )
    }
  }
}

function coinsOf({ amount, currency }: Pick<Coins, "amount" | "currency">) {
  return `${amount} ${currency}`
}
