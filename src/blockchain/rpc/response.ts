import { z } from "zod"
import { boundedArray } from "../../shared/bounded-array"

/** Codes and words of too many requests, of different vendors. */
const RATE_LIMIT = /-32005|-32029|\b429\b|rate.?limit|too.?many.?requests/i

/** Vendors write an error as an object, a sentence, or a code. */
const errorSchema = z.unknown().transform((error): ResponseError | null =>
  error == null
    ? null
    : {
        code: z.object({ code: z.number() }).safeParse(error).data?.code,
        isRateLimit: RATE_LIMIT.test(JSON.stringify(error)),
      }
)

export type ResponseError = { code?: number; isRateLimit: boolean }

const responseSchema = z.object({
  /** Some vendors write it as text, and errors may lack it. */
  id: z.coerce.number().nullish().catch(null),
  result: z.unknown(),
  error: errorSchema,
})

/** The response to one call. */
export type Response = z.infer<typeof responseSchema>

/** The responses to a batch by call, and an error about no call or all. */
export type Answer = {
  responses: Map<number, Response>
  error: ResponseError | null
}

/**
 * The responses to a batch. An element that can't be read is left out.
 *
 * @param most calls of the batch
 * @returns null unless it is JSON-RPC
 */
export function parseAnswer(text: string, most: number): Answer | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(value)) {
    const error = responseSchema.safeParse(value).data?.error
    return error ? { responses: new Map(), error } : null
  }
  const elements = boundedArray(z.unknown(), most).safeParse(value).data
  if (!elements) {
    return null
  }
  const parsed = elements.flatMap(
    (element) => responseSchema.safeParse(element).data ?? []
  )
  // Geth answers the first call alone of a batch that is too large.
  const failed = parsed.find(({ error }) => error)?.error
  const isOfAll = failed && elements.length < most
  return { responses: byCall(parsed, most), error: isOfAll ? failed : null }
}

/** Errors without an id are of the calls that no other element answers. */
function byCall(
  parsed: readonly Response[],
  calls: number
): Map<number, Response> {
  const responses = new Map(
    parsed.flatMap((each) =>
      typeof each.id === "number" ? [[each.id, each]] : []
    )
  )
  const nameless = parsed.filter(({ id, error }) => id == null && error)
  for (let id = 0; id < calls && nameless.length; id++) {
    const error = responses.has(id) ? undefined : nameless.shift()
    if (error) {
      responses.set(id, error)
    }
  }
  return responses
}
