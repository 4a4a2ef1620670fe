import { z } from "zod"

/**
 * A list from outside, of limited length. Elements are parsed one by one up to
 * the first that does not fit: `z.array` collects an issue for each, and millions
 * of them exhaust the memory.
 *
 * @param most elements
 */
export function boundedArray<T extends z.ZodType>(element: T, most: number) {
  return z.unknown().transform((list, context): z.output<T>[] => {
    if (!Array.isArray(list) || list.length > most) {
      context.addIssue(`must be a list of at most ${most} elements`)
      return z.NEVER
    }
    const parsed: z.output<T>[] = []
    for (const [index, each] of list.entries()) {
      const result = element.safeParse(each)
      if (!result.success) {
        const [issue] = result.error.issues
        context.addIssue({
          code: "custom",
          message: issue?.message ?? "is not valid",
          path: [index, ...(issue?.path ?? [])],
        })
        return z.NEVER
      }
      parsed.push(result.data)
    }
    return parsed
  })
}
