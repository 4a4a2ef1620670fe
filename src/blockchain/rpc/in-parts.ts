import { LearnedLimit } from "../learned-limit"
import type { RpcCall } from "./calls"
import { RpcError } from "./rpc-error"
import type { RpcResult } from "./rpc-result"

export type PartResults = {
  results: RpcResult<unknown>[]
  /** Calls of one request, for the next time. Null: no limit is known. */
  maxBatch: number | null
}

/** Single calls that an endpoint may refuse before the rest is given up. */
const REFUSED_AT_MOST = 3

/**
 * Sends calls in as few requests as an endpoint takes. Some refuse batches of
 * more than 3 or 10 calls.
 *
 * @param maxBatch calls of one request, as learned before
 * @throws RpcError when none was answered
 */
export async function inParts(
  calls: readonly RpcCall<unknown>[],
  maxBatch: number | null,
  send: (part: readonly RpcCall<unknown>[]) => Promise<RpcResult<unknown>[]>
): Promise<PartResults> {
  const limit = new LearnedLimit(maxBatch)
  const results: RpcResult<unknown>[] = []
  let refusedAlone = 0
  while (results.length < calls.length) {
    const left = calls.slice(results.length)
    const part = left.slice(0, limit.size)
    try {
      results.push(...(await send(part)))
      limit.answered()
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error
      }
      if (error.code === "refused" && part.length > 1) {
        limit.refused(part.length)
      } else if (
        error.code === "refused" &&
        refusedAlone < REFUSED_AT_MOST &&
        results.length
      ) {
        // One answer may be too large, and others not.
        refusedAlone += 1
        results.push({ ok: false, error })
      } else if (results.length) {
        results.push(...left.map(() => ({ ok: false as const, error })))
      } else {
        throw error
      }
    }
  }
  return { results, maxBatch: limit.learned }
}
