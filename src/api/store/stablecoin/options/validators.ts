import { z } from "@medusajs/framework/zod"
import { text } from "../../../admin/stablecoin/list-params"

const id = text.min(1).optional()

export const GetOptionsParams = z
  .object({ cart_id: id, payment_collection_id: id })
  .refine(
    ({ cart_id, payment_collection_id }) =>
      (cart_id === undefined) !== (payment_collection_id === undefined),
    {
      error:
        "send either cart_id for a cart, or payment_collection_id for the amount due of an order",
    }
  )

export type GetOptionsParams = z.infer<typeof GetOptionsParams>
