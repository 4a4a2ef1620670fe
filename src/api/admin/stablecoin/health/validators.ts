import { z } from "@medusajs/framework/zod"

export const GetHealthParams = z.object({
  /** No answer of some seconds ago. */
  fresh: z.literal("true").optional(),
})

export type GetHealthParams = z.infer<typeof GetHealthParams>
