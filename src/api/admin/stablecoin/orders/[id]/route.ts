import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import type { AdminOrderPanelResponse } from "../../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../../modules/stablecoin"
import { exceptionFields, exceptions } from "../../exceptions/query-config"
import { collectionsOf } from "../../list-request"
import {
  paymentDetailFields,
  paymentDetails,
} from "../../payments/query-config"
import { readableResources } from "../../readable"
import { refundFields, refunds } from "../../refunds/query-config"
import { readRows } from "../../rows"

/**
 * Returns everything the ledger has for an order: payments, refunds and open
 * exceptions, newest first.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const id = String(req.params.id)
  await mustFindOrder(req, id)
  const { repository } = req.scope.resolve(STABLECOIN_MODULE)
  const mayRead = await readableResources(req)
  const panel = await repository.overview.readOrderPanel({
    order_ids: [id],
    payment_collection_ids: await collectionsOf(req.scope, [id]),
  })
  res.json({
    payments: await readRows(
      req,
      paymentDetails,
      panel.payments,
      paymentDetailFields
    ),
    refunds: mayRead("stablecoin_refund")
      ? await readRows(req, refunds, panel.refunds, refundFields)
      : null,
    exceptions: mayRead("stablecoin_exception")
      ? await readRows(req, exceptions, panel.exceptions, exceptionFields)
      : null,
  } satisfies AdminOrderPanelResponse)
}

async function mustFindOrder(
  { scope }: Pick<MedusaRequest, "scope">,
  id: string
): Promise<void> {
  const { data: orders } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id"], filters: { id } })
  if (!orders.length) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no order ${id}.`
    )
  }
}
