import { MedusaError } from "@medusajs/framework/utils"
import { type AskedMoney, type NotPayable, whyNotPayable } from "../../ledger"
import type { MedusaSession } from "../../modules/stablecoin/store/medusa-session"

const REFUSALS: Record<NotPayable, string> = {
  order_cancelled:
    "This order was cancelled: nothing is to be paid for it any more.",
  cancelled:
    "This was cancelled: nothing is to be paid for it any more. Look at the order for what it still owes.",
  paid: "This order is paid already.",
  paid_in_part:
    "A part of this is paid already, and a new payment would ask for all of it again. Ask the store how to pay the rest.",
}

/**
 * What a new session's collection asks for.
 *
 * @throws MedusaError (400) when nobody may be sent to pay it: it is paid, or was cancelled
 */
export function askedBy(session: MedusaSession): AskedMoney {
  const asked = {
    amount: session.collection_amount,
    status: session.collection_status,
    covered: session.covered_by_others,
    has_cart: session.cart_id !== null,
    order: session.order,
  }
  const why = whyNotPayable(asked)
  if (why) {
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, REFUSALS[why])
  }
  return asked
}
