import { z } from "@medusajs/framework/zod"
import { text } from "../../../admin/stablecoin/list-params"

export const GetPaymentsParams = z.object({ order_id: text.min(1) })

export type GetPaymentsParams = z.infer<typeof GetPaymentsParams>
