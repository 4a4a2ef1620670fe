import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { StorePaymentsResponse } from "../../../../http-types/store"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import {
  draftedFor,
  storePayment,
} from "../../../../modules/stablecoin/service"
import type { ShownPayment } from "../../../../modules/stablecoin/types"
import type { GetPaymentsParams } from "./validators"

/**
 * Returns the payments of an order, and what it asks for without a way to pay
 * it. The order's id is as secret as for Medusa's own route of an order.
 */
export async function GET(
  { scope, validatedQuery }: MedusaRequest<unknown, GetPaymentsParams>,
  res: MedusaResponse<StorePaymentsResponse>
): Promise<void> {
  const { order_id } = validatedQuery as GetPaymentsParams
  const { medusa } = scope.resolve(STABLECOIN_MODULE)
  const now = new Date()
  res.set("Cache-Control", "no-store")
  const [linked, drafted, due] = await Promise.all([
    medusa.listShownPayments(order_id),
    readDrafted(scope, order_id),
    medusa.readOrderDue(order_id),
  ])
  const ids = new Set(linked.map(({ payment }) => payment.id))
  const others = drafted.filter(({ payment }) => !ids.has(payment.id))
  res.json({
    payments: [...linked, ...others].map((each) =>
      storePayment(each, each.payment.session_id, now)
    ),
    due: due && { total: due.amount, currency_code: due.currency },
  })
}

/**
 * Reads the payment that an order was drafted for. Nothing else links both
 * before the order has its money, or if that goes back.
 */
async function readDrafted(
  scope: MedusaContainer,
  order_id: string
): Promise<ShownPayment[]> {
  // A payment's reference must not lead to its session without an order.
  const { data: orders } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: ["id"],
      filters: { id: order_id, is_draft_order: false },
    })
  return orders.length
    ? await scope
        .resolve(STABLECOIN_MODULE)
        .medusa.readShownPayments([draftedFor(order_id)])
    : []
}
