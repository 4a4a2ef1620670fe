import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"
import { wakeForPayment } from "../../../../workflows/wake"

const PAYMENT_ID = /^stpay_[0-9A-Z]+$/

/**
 * The buyer is back from the gateway's page. Being back proves nothing: it is
 * noted, the payment is looked at, and the buyer goes to the storefront URL
 * that was validated at the start, never to one from the query.
 */
export const GET = async (
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> => {
  const stablecoin =
    req.scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const id = String(req.params.payment_id)
  const result = req.query.result === "success" ? "success" : "cancel"
  const applied = PAYMENT_ID.test(id)
    ? await stablecoin.applyFact(id, { kind: "returned", result }, "return")
    : null
  if (!applied) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "There is no such payment. Go back to the shop and start again."
    )
  }
  const { payment, changed } = applied
  res.redirect(
    303,
    result === "success" ? payment.success_url : payment.cancel_url
  )
  // Anyone may call this as often as they like: only the first time is news.
  if (changed) {
    wakeForPayment(req.scope, payment.id)
  }
}
