import type { AdminDeliveryResponse } from "../../../../../../http-types"
import { replayDeliveryWorkflow } from "../../../../../../workflows/replay-delivery"
import { inItsOwnWords } from "../../../in-its-own-words"
import { readRow } from "../../../rows"
import { deliveryFields, wholeDeliveries } from "../../query-config"

/** Drives a delivery again and answers with it: its status and error say how that ended. */
export const POST = inItsOwnWords(async (req, res) => {
  const id = String(req.params.id)
  await replayDeliveryWorkflow(req.scope).run({ input: { delivery_id: id } })
  res.json({
    delivery: await readRow(req, wholeDeliveries, id, deliveryFields),
  } satisfies AdminDeliveryResponse)
})
