import type { Context } from "hono"
import { Refusal } from "./refusal"

/** Maximum request body. The contracts state no limit. */
const MAX_BODY_BYTES = 1024 * 1024

/**
 * The text of a request's body, "" if absent. Hono's own limit would build a
 * second Request, which the Node adapter's Request does not allow.
 *
 * @throws Refusal 413 if it is longer than 1 MiB
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
  return Buffer.concat(chunks).toString("utf8")
}
