import { z } from "zod"

/** Treats `process.env.X` of an unset or empty variable as missing. */
export function given<T extends z.ZodType<unknown, string>>(schema: T) {
  return z
    .string()
    .optional()
    .transform((text) => text || undefined)
    .pipe(schema.optional())
}

/** Drops unset environment variables from a list. */
export const textsSchema = z
  .array(z.string().optional())
  .transform((texts) => texts.flatMap((text) => text || []))
