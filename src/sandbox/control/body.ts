import type { Context } from "hono"
import type { z } from "zod"
import { isTooDeep, MAX_DEPTH } from "../http/depth"
import { readBody } from "../http/read-body"
import type { ApiEnv } from "../http/recorder"
import { parse } from "../parse"
import { SandboxError } from "../sandbox-error"

/**
 * The JSON body of a control request. An absent body is an empty object.
 *
 * @throws SandboxError 400 or 422
 */
export async function body<T>(
  c: Context<ApiEnv>,
  schema: z.ZodType<T>
): Promise<T> {
  const text = await readBody(c)
  let value: unknown = {}
  if (text !== "") {
    // A web form cannot send this type cross-origin without a preflight.
    if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? "")) {
      throw new SandboxError("Send the body as Content-Type: application/json.")
    }
    try {
      value = JSON.parse(text)
    } catch {
      throw new SandboxError("The body is not valid JSON.")
    }
  }
  if (isTooDeep(value)) {
    throw new SandboxError(
      `The body is more than ${MAX_DEPTH} levels deep.`,
      422
    )
  }
  return parse(schema, value, "The body")
}
