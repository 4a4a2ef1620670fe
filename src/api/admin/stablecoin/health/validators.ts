import { z } from "@medusajs/framework/zod"

export const GetHealthParams = z.object({
  /** Skips the cached result of the last seconds. */
  fresh: z.literal("true").optional(),
})

export type GetHealthParams = z.infer<typeof GetHealthParams>
