import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { StoreOptionsResponse, StorePayment } from "../../../../http-types"
import { checkoutFlowFor, isServed } from "../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { storePayment } from "../../../../modules/stablecoin/service"
import type { ShownPayment } from "../../../../modules/stablecoin/types"
import {
  asListed,
  offersOf,
  amountDueOf,
} from "../../../../providers/stablecoin/offers"
import { readAmountDue } from "./read-amount-due"
import type { GetOptionsParams } from "./validators"

/**
 * Returns the current ways to pay a cart, or the amount still due of an order,
 * in stablecoins.
 */
export async function GET(
  { scope, validatedQuery }: MedusaRequest<unknown, GetOptionsParams>,
  res: MedusaResponse
): Promise<void> {
  const stablecoin = scope.resolve(STABLECOIN_MODULE)
  const { cart_id, payment_collection_id } = validatedQuery as GetOptionsParams
  const [settings, refused, due] = await Promise.all([
    stablecoin.settings.effective(),
    stablecoin.repository.exceptions.readRefusedPairs(),
    readAmountDue(
      scope,
      cart_id !== undefined
        ? { cart_id }
        : { payment_collection_id: String(payment_collection_id) }
    ),
  ])
  const offers = offersOf(settings, due, refused)
  const { general, hosted } = settings
  const [listed, withMoney] = await Promise.all([
    hosted.ok && offers.some(({ rail }) => rail === "hosted")
      ? stablecoin.gateway.hostedListing(hosted.value)
      : null,
    stablecoin.medusa.readShownPayments(due.may_have_money),
  ])
  res.json({
    currency_code: due.currency,
    total: amountDueOf(due),
    checkout_flow: checkoutFlowFor(
      due,
      general.ok ? general.value.checkoutFlow : "pay_first"
    ),
    accepts_new_payments:
      !general.ok || general.value.acceptNewPayments !== "none",
    options: asListed(offers, listed),
    in_question: inQuestion(withMoney),
  } satisfies StoreOptionsResponse)
}

/** The payments that decide the purchase, as buyers see them. */
function inQuestion(payments: readonly ShownPayment[]): StorePayment[] {
  const now = new Date()
  return payments.flatMap((each) => {
    const shown = storePayment(each, each.payment.session_id, now)
    const isDecided = shown.in_question || isServed(each.payment, each.around)
    return isDecided ? [shown] : []
  })
}
