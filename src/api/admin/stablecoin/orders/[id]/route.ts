import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import type { AdminOrderPanelResponse } from "../../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../../modules/stablecoin/service"
import { exceptionFields, exceptions } from "../../exceptions/query-config"
import { collectionsOf } from "../../list-request"
import {
  paymentDetailFields,
  paymentDetails,
} from "../../payments/query-config"
import { refundFields, refunds } from "../../refunds/query-config"
import { readRows } from "../../rows"

/** Answers everything of an order that the ledger has: payments, refunds and open exceptions, the newest first. */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const id = String(req.params.id)
  await mustFindOrder(req, id)
  const { desk } = req.scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const panel = await desk.readOrderPanel({
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
    refunds: await readRows(req, refunds, panel.refunds, refundFields),
    exceptions: await readRows(
      req,
      exceptions,
      panel.exceptions,
      exceptionFields
    ),
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
