import { zodValidator } from "@medusajs/framework"
import type { MedusaRequest } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"

/**
 * Validates a request's query.
 *
 * @throws MedusaError (400) that names the invalid field
 */
export async function validQuery<T extends z.ZodType>(
  { query }: Pick<MedusaRequest, "query">,
  schema: T
): Promise<z.infer<T>> {
  return (await zodValidator(schema, query)) as z.infer<T>
}
