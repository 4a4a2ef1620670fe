import { z } from "zod"
import { chainSchema, stablecoinSchema } from "../../gateway"

/**
 * Schema of the `data` that a storefront may send when it starts a payment
 * session. Unknown keys are ignored: Medusa adds its own, and stores all that
 * it received.
 */
export const sessionInputSchema = z.object({
  currency: stablecoinSchema.optional(),
  chain: chainSchema.optional(),
  success_url: z.string().max(2048).optional(),
  cancel_url: z.string().max(2048).optional(),
})

export type SessionInput = z.infer<typeof sessionInputSchema>
