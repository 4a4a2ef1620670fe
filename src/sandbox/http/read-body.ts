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
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) {
      throw new Refusal(413, "The body is longer than 1 MiB.")
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
