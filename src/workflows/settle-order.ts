import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { enqueuePayment } from "./enqueue"
import { refundKept } from "./refund-kept"

type SettleOrderInput = { order_id: string }

/**
 * Schedules every payment of an order's collections. An order that was edited
 * or claimed has several, and one that was created manually has none.
 */
const settleOrderStep = createStep(
  "settle-stablecoin-order",
  async ({ order_id }: SettleOrderInput, { container }) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const { data: links } = await container
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity: "order_payment_collection",
        fields: ["payment_collection_id"],
        filters: { order_id },
      })
    const payments = await stablecoin.listStablecoinPayments(
      {
        payment_collection_id: links.map(
          ({ payment_collection_id }) => payment_collection_id as string
        ),
      },
      { select: ["id", "session_id", "rail"] }
    )
    // Scheduled first, so that the job settles them if this process does not.
    for (const payment of payments) {
      await stablecoin.schedules.scheduleReconcile(payment)
    }
    for (const { id } of payments) {
      enqueuePayment(container, id)
    }
    await refundKept(container, order_id)
    return new StepResponse(void 0)
  }
)

/**
 * Has all payments of an order settled: stores their schedule, then enqueues
 * them.
 */
export const settleOrderWorkflow = createWorkflow(
  "settle-stablecoin-order",
  (input: WorkflowData<SettleOrderInput>) => {
    settleOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)
