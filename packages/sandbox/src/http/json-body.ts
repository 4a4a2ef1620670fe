import type { Context } from "hono"
import type { ApiEnv } from "./recorder"
import { Refusal } from "./refusal"

/**
 * The JSON object in a request's body.
 *
 * @throws Refusal 415 or 400 without one
 */
export function jsonBody(
  c: Context<ApiEnv>,
  raw = c.get("raw")
): Record<string, unknown> {
  const type = c.req.header("Content-Type") ?? ""
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal(415, "Send the body as Content-Type: application/json.")
  }
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    throw new Refusal(400, "The body is not valid JSON.")
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal(400, "The body must be a JSON object.")
  }
  return body as Record<string, unknown>
}
