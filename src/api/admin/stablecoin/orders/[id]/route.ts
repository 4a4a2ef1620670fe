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
import { EXCEPTION_KINDS } from "../../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../../modules/stablecoin"
import {
  EXCEPTIONS,
  PAYMENTS,
  REFUNDS,
} from "../../../../../modules/stablecoin/service"
import { readPayment } from "../../details"
import { readableResources } from "../../guards"
import { readNewest } from "../../rows"

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
  const mayRead = await readableResources(req)
  const { scope } = req
  const found = await readNewest(scope, PAYMENTS, { order_id: [id] })
  const payment_id = found.map((payment) => payment.id)
  const open = { payment_id, status: ["open"], kind: EXCEPTION_KINDS }
  res.json({
    payments: await Promise.all(
      payment_id.map((each) => readPayment(scope, each))
    ),
    refunds: mayRead("stablecoin_refund")
      ? await readNewest(scope, REFUNDS, { payment_id })
      : null,
    exceptions: mayRead("stablecoin_exception")
      ? await readNewest(scope, EXCEPTIONS, open)
      : null,
    due: await scope.resolve(STABLECOIN_MODULE).medusa.readOrderDue(id),
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
