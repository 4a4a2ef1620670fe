import type { Context } from "hono"
import { Refusal } from "./refusal"

/** Longest request body; the contracts show no limit. */
const MAX_BODY_BYTES = 1024 * 1024

/**
 * The text of a request's body, "" if there is none. Hono's own limit would
 * build a second Request, which the Node adaptor's Request does not allow.
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
  // Not a loop over the body: leaving one cuts the connection before the answer.
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
