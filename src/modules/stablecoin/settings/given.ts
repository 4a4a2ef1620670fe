import { z } from "zod"

/**
 * A text of the options, without the spaces and line ends that files and
 * environments add. `process.env.X` of an unset or empty variable is missing.
 */
export const writtenText = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined)

export function given<T extends z.ZodType<unknown, string>>(schema: T) {
  return writtenText.pipe(schema.optional())
}

/** Drops unset environment variables from a list. */
export const textsSchema = z
  .array(writtenText)
  .transform((texts) => texts.flatMap((text) => text ?? []))
