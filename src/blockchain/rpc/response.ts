import { z } from "zod"

const responseSchema = z.object({
  id: z.number().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})

/** The response to one call. */
export type Response = z.infer<typeof responseSchema>

/** One error stands for a whole batch that an endpoint does not take. */
const answerSchema = z.union([z.array(responseSchema), responseSchema])

/**
 * The responses to a batch, or one for all of it.
 *
 * @returns null unless it is JSON-RPC
 */
export function parseAnswer(text: string): Response[] | Response | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
