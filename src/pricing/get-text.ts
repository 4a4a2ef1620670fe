import { publicLookup, publicUrlProblem } from "../shared/address-scope"
import { beginningOf } from "../shared/beginning-of"
import { messageOf } from "../shared/message-of"
import { TimeLimit } from "../shared/time-limit"
import { type GetText, PriceSourceError } from "./read-source"

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/**
 * Returns a function that fetches a document. Redirects are not followed.
 *
 * @param isPublicOnly whether addresses of private networks are rejected, such
 *   as for URLs that an admin typed
 */
export function textGetter(isPublicOnly: boolean): GetText {
  return async (url) => {
    const problem = isPublicOnly ? publicUrlProblem(url) : null
    if (problem) {
      throw new PriceSourceError(problem.message)
    }
    const limit = new TimeLimit(TIMEOUT_MS)
    try {
      return await get(url, isPublicOnly, limit.signal)
    } catch (error) {
      throw error instanceof PriceSourceError
        ? error
        : new PriceSourceError(`It does not answer: ${messageOf(error)}`)
    } finally {
      limit.end()
    }
  }
}

async function get(
  url: string,
  isPublicOnly: boolean,
  signal: AbortSignal
): Promise<string> {
  // Imported on first use: about a hundred files that would delay startup.
  const { Agent, request } = await import("undici")
  const agent = new Agent({
    connect: isPublicOnly ? { lookup: publicLookup } : {},
  })
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { accept: "application/json, application/xml, text/xml" },
      signal,
    })
    if (statusCode !== 200) {
      throw new PriceSourceError(`It answers with HTTP ${statusCode}.`)
    }
    const bytes = await beginningOf(body, MAX_BYTES)
    if (bytes.length > MAX_BYTES) {
      throw new PriceSourceError(`Its answer exceeds ${MAX_BYTES} bytes.`)
    }
    return bytes.toString("utf8")
  } finally {
    await agent.destroy()
  }
}
