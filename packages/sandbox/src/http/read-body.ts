import type { Context } from "hono"
import { Refusal } from "./refusal"

/** Limits of a request body. The contracts state none. */
const MAX_BODY_BYTES = 1024 * 1024
/** Of objects and arrays: 32 levels of metadata. */
const MAX_DEPTH = 33

/**
 * The text of a request's body, "" if absent. Hono's own limit would build a
 * second Request, which the Node adapter's Request does not allow.
 *
 * @throws Refusal 413 if it is longer than 1 MiB, 422 if it is JSON of more
 *   than 33 levels
 */
export async function readBody(c: Context): Promise<string> {
  const { body } = c.req.raw
  if (!body) {
    return ""
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Not a loop over the body: leaving the loop cuts the connection before the
  // response.
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) {
      break
    }
    size += value.length
    if (size > MAX_BODY_BYTES) {
      throw new Refusal(413, "The body is longer than 1 MiB.", undefined, {
        Connection: "close",
      })
    }
    chunks.push(value)
  }
  const text = Buffer.concat(chunks).toString("utf8")
  if (isTooDeep(text)) {
    throw new Refusal(422, `The body has more than ${MAX_DEPTH} levels.`)
  }
  return text
}

/**
 * Whether JSON is nested too deeply to be copied and serialized. Both recurse
 * and would overflow the stack. This check goes level by level, so it can't.
 */
function isTooDeep(text: string): boolean {
  let level: object[]
  try {
    level = nestedIn([JSON.parse(text)])
  } catch {
    return false
  }
  for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth++) {
    level = level.flatMap(nestedIn)
  }
  return level.length > 0
}

function nestedIn(value: object): object[] {
  const items: unknown[] = Object.values(value)
  return items.filter(
    (item) => typeof item === "object" && item !== null
  ) as object[]
}
