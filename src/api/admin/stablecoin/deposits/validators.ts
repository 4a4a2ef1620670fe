import { z } from "@medusajs/framework/zod"
import { listParams, oneOrMore, text } from "../list-params"

export const listDepositsParams = () =>
  listParams()
    .pick({ limit: true, offset: true, q: true, id: true, fields: true })
    .extend({
      payment_id: oneOrMore(text),
      /** `true`: only deposits with unallocated money. */
      has_rest: z.enum(["true", "false"]).optional(),
    })

export type ListDepositsParams = z.infer<ReturnType<typeof listDepositsParams>>
