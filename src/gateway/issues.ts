import type { z } from "zod"

const MAX_ISSUES = 3

/**
 * What a schema found wrong, in a few words: "data.amount: Invalid input".
 * Names fields and expectations, never the values that were received.
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
