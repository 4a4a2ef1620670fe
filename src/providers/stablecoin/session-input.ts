import { z } from "zod"
import { chainSchema, stablecoinSchema } from "../../gateway"
import { invalid } from "./errors"

/**
 * Schema of the `data` that a storefront may send when it starts a payment
 * session. Unknown keys are ignored: Medusa adds its own, and stores all that
 * it received.
 */
const sessionInputSchema = z.object({
  currency: stablecoinSchema.optional(),
  chain: chainSchema.optional(),
  success_url: z.string().max(2048).optional(),
  cancel_url: z.string().max(2048).optional(),
})

export type SessionInput = z.infer<typeof sessionInputSchema>

/** @throws MedusaError (400) that names each wrong value */
export function parseInput(data: unknown): SessionInput {
  const parsed = sessionInputSchema.safeParse(data ?? {})
  if (parsed.success) {
    return parsed.data
  }
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join(".") || "data"}: ${issue.message}`
  )
  throw invalid(
    `The payment session's data can't be used. ${problems.join(". ")}`
  )
}
