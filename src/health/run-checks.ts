import {
  type AdminHealthCheck,
  type AdminHealthResponse,
  HEALTH_STATUSES,
} from "../http-types"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
import { type Check, error } from "./check"
import type { CheckContext } from "./context"
import { inEnglish } from "./sentences"

/** Longer than the maximum time of a connection test. */
const LIMIT_MS = 12_000

export type RunOptions = {
  /** Milliseconds that each check may take. */
  limitMs?: number
  /** Called with the error of a check that threw. */
  onError?: (id: string, error: unknown) => void
}

/**
 * Runs checks concurrently. A check that throws or times out reports an error
 * and does not affect the others.
 */
export async function runChecks(
  checks: readonly Check[],
  context: CheckContext,
  { limitMs = LIMIT_MS, onError }: RunOptions = {}
): Promise<AdminHealthResponse["health"]> {
  const results = await Promise.all(
    checks.map(async ({ id, run }): Promise<AdminHealthCheck> => {
      const {
        status,
        code,
        params = {},
      } = await withTimeout(
        run(context).catch((thrown) => {
          onError?.(id, thrown)
          return error("check_failed", { detail: messageOf(thrown) })
        }),
        limitMs,
        () => error("timed_out", { seconds: Math.round(limitMs / 1000) })
      )
      return { id, status, code, params, ...inEnglish(id, code, params) }
    })
  )
  const status =
    HEALTH_STATUSES.find((each) =>
      results.some((result) => result.status === each)
    ) ?? "ok"
  return { status, checked_at: new Date().toISOString(), checks: results }
}
