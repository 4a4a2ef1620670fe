import { z } from "@medusajs/framework/zod"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"

/** A point in time, as ISO 8601 or a date. */
const timeSchema = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), {
    error: "must be a date such as 2026-11-20 or 2026-11-20T12:00:00Z",
  })
  .transform((text) => new Date(text).toISOString())

/** `created_at[$gte]=…` and the like. */
const timesSchema = z
  .strictObject({
    $gt: timeSchema,
    $gte: timeSchema,
    $lt: timeSchema,
    $lte: timeSchema,
  })
  .partial()

/** One value, or several of which any may hold. */
export function oneOrMore<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.array(schema)]).optional()
}

/** What every list of the desk takes: the newest first, 20 at a time. */
export const listParams = createFindParams({ order: "-created_at" }).extend({
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(0),
  q: z.string().optional(),
  id: oneOrMore(z.string()),
  payment_id: oneOrMore(z.string()),
  created_at: timesSchema.optional(),
})
