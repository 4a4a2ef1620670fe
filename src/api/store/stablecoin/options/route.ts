import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import type {
  StoreOptionsResponse,
  StorePayment,
  StoreQuote,
} from "../../../../http-types"
import type { Price } from "../../../../pricing"
import { checkoutFlowFor, isInTime, isOpen } from "../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { pricingOf, storePayment } from "../../../../modules/stablecoin/service"
import type { ShownPayment } from "../../../../modules/stablecoin/types"
import { offersOf, amountDueOf } from "../../../../providers/stablecoin/offers"
import { listSoldOut } from "../../../../workflows/settle-payment/complete-cart"
import { validQuery } from "../../../valid-query"
import { storableText } from "../../../../shared/storable-text"
import { readAmountDue } from "./read-amount-due"

const id = storableText.min(1).optional()

const params = z
  .strictObject({ cart_id: id, payment_collection_id: id })
  .refine(
    ({ cart_id, payment_collection_id }) =>
      (cart_id === undefined) !== (payment_collection_id === undefined),
    {
      error:
        "send either cart_id for a cart, or payment_collection_id for the amount due of an order",
    }
  )

/**
 * Returns the current ways to pay a cart, or the amount still due of an order,
 * in stablecoins.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { scope } = req
  const stablecoin = scope.resolve(STABLECOIN_MODULE)
  const { cart_id, payment_collection_id } = await validQuery(req, params)
  const [settings, due] = await Promise.all([
    stablecoin.settings.effective(),
    readAmountDue(
      scope,
      cart_id !== undefined
        ? { cart_id }
        : { payment_collection_id: String(payment_collection_id) }
    ),
  ])
  const { general } = settings
  const pricing = pricingOf(settings, due)
  const { price } = pricing
  const withMoney = await stablecoin.medusa.readShownPayments(
    due.may_have_money
  )
  // Medusa itself looks at the stock only once a cart is paid.
  const failed = withMoney.find(({ payment }) => payment.sold_out)?.payment
  const isSoldOut =
    failed?.cart_id && (await listSoldOut(scope, failed.cart_id)).length > 0
  const options = isSoldOut ? [] : offersOf(settings, due, pricing)
  if (options.length) {
    await stablecoin.prices.keep(price)
  }
  res.json({
    currency_code: due.currency,
    total: amountDueOf(due),
    checkout_flow: checkoutFlowFor(
      due,
      general.ok ? general.value.checkoutFlow : "pay_first"
    ),
    accepts_new_payments:
      !general.ok || general.value.acceptNewPayments !== "none",
    options,
    quote: quoteOf(price),
    no_price: price.kind === "none" ? price.reason : null,
    ...paymentsOf(withMoney),
  } satisfies StoreOptionsResponse)
}

/** The price of a cart in another currency, as its buyer sees it. */
function quoteOf(price: Price): StoreQuote | null {
  return price.kind === "quoted"
    ? {
        rate: price.quote.rate,
        valid_until: new Date(price.quote.valid_until).toISOString(),
      }
    : null
}

/** The payments of a purchase that its buyer has to know of. */
function paymentsOf(
  payments: readonly ShownPayment[]
): Pick<StoreOptionsResponse, "in_question" | "earlier"> {
  const now = new Date()
  const in_question: StorePayment[] = []
  const open: StorePayment[] = []
  const sentBack: StorePayment[] = []
  for (const each of payments) {
    const { payment, around } = each
    const shown = storePayment(each, payment.session_id, now)
    const isServed =
      shown.order_id !== undefined && shown.order_id !== around.order?.id
    if (shown.in_question || isServed) {
      in_question.push(shown)
    } else if (isOpen(payment) && !shown.final && isInTime(payment, now)) {
      open.push(shown)
    } else if (shown.sent_back) {
      sentBack.push(shown)
    }
  }
  return { in_question, earlier: open[0] ?? sentBack[0] ?? null }
}
