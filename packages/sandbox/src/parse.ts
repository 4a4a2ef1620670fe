import { z } from "zod"
import { SandboxError } from "./sandbox-error"

/**
 * An object that accepts only these fields. Its error names them when another
 * is given.
 */
export function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `unknown ${issue.keys.join(", ")} (${known.length ? `known: ${known.join(", ")}` : "it takes no fields"})`
        : undefined,
  })
}

/**
 * The parsed value.
 *
 * @param what names the input in the message, such as "The fault"
 * @throws SandboxError 422, one sentence with each wrong field and why
 */
export function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  what: string
): T {
  const result = schema.safeParse(value)
  if (result.success) {
    return result.data
  }
  const problems = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${z.core.toDotPath(path)}: ${message}` : message
  )
  throw new SandboxError(`${what} is not valid: ${problems.join("; ")}.`, 422)
}
