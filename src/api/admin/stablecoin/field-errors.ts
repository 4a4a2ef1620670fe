import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import type { AdminFieldErrors } from "../../../http-types"

/** A 400 body with one message per invalid field. */
export function fieldErrors(
  errors: AdminFieldErrors["errors"]
): AdminFieldErrors {
  return {
    type: "invalid_data",
    message: errors.map(({ path, message }) => `${path}: ${message}`).join(" "),
    errors,
  }
}

/**
 * Validates a body like Medusa's own middleware, but reports every invalid
 * field. The response never repeats the sent values.
 */
export function validateFields(schema: z.ZodType) {
  return (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ): void => {
    const read = schema.safeParse(req.body ?? {})
    if (read.success) {
      req.validatedBody = read.data
      next()
      return
    }
    const errors = read.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({
            path: [...issue.path, key].join("."),
            message: "There is no such field.",
          }))
        : [{ path: issue.path.join(".") || "body", message: issue.message }]
    )
    res.status(400).json(fieldErrors(errors))
  }
}
