import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import type { StorePaymentsResponse } from "../../../../http-types/store"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { storePayment } from "../../../../modules/stablecoin/service"
import { validQuery } from "../../../valid-query"
import { storableText } from "../../../../shared/storable-text"

const params = z.strictObject({ order_id: storableText.min(1) })

/**
 * Returns the payments of an order, and what it asks for without a way to pay
 * it. The order's id is as secret as for Medusa's own route of an order.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse<StorePaymentsResponse>
): Promise<void> {
  const { order_id } = await validQuery(req, params)
  const { medusa } = req.scope.resolve(STABLECOIN_MODULE)
  const now = new Date()
  res.set("Cache-Control", "no-store")
  const [found, due] = await Promise.all([
    medusa.listShownPayments(order_id),
    medusa.readOrderDue(order_id),
  ])
  const ids = found.map(({ payment }) => payment.id)
  res.json({
    paid_otherwise: await medusa.readKeptOtherwise(order_id, ids),
    payments: found.map((each) =>
      storePayment(each, each.payment.session_id, now)
    ),
    due: due && { total: due.amount, currency_code: due.currency },
  })
}
