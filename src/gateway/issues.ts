import type { z } from "zod"

const MAX_ISSUES = 3

/**
 * Formats a schema's errors briefly: "data.amount: Invalid input". Names fields
 * and expectations, never received values.
 */
export function describeIssues(error: z.ZodError, at: string[] = []): string {
  return error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => {
      const field = [...at, ...path].join(".")
      return field ? `${field}: ${message}` : message
    })
    .join("; ")
}
