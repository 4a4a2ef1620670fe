import { z } from "zod"
import { chainSchema, stablecoinSchema } from "../../gateway"

/**
 * What a storefront may send as `data` when it starts a payment session.
 * Unknown keys are ignored: Medusa adds its own, and stores what it got.
 */
export const sessionInputSchema = z.object({
  currency: stablecoinSchema.optional(),
  chain: chainSchema.optional(),
  success_url: z.string().max(2048).optional(),
  cancel_url: z.string().max(2048).optional(),
})

export type SessionInput = z.infer<typeof sessionInputSchema>
