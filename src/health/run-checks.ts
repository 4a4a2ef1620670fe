import type { AdminHealthCheck, AdminHealthResponse } from "../http-types"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
import type { Check, Finding } from "./check"
import type { CheckContext } from "./context"

/** Longer than the maximum time of a connection test. */
const LIMIT_MS = 12_000

const BY_BADNESS = ["error", "warning", "ok"] as const

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
        params = {},
        remedy = null,
        ...finding
      } = await withTimeout(
        run(context).catch((error) => {
          onError?.(id, error)
          return failed(error)
        }),
        limitMs,
        () => timedOut(limitMs)
      )
      return { id, ...finding, params, remedy }
    })
  )
  const status =
    BY_BADNESS.find((each) =>
      results.some((result) => result.status === each)
    ) ?? "ok"
  return { status, checked_at: new Date().toISOString(), checks: results }
}

function failed(error: unknown): Finding {
  const detail = messageOf(error)
  return {
    status: "error",
    code: "check_failed",
    params: { detail },
    message: `The check failed: ${detail}`,
    remedy: "Check the store's log.",
  }
}

function timedOut(limitMs: number): Finding {
  const seconds = Math.round(limitMs / 1000)
  return {
    status: "error",
    code: "timed_out",
    params: { seconds },
    message: `The check timed out after ${seconds} s.`,
    remedy: "Check the load of the database and the network, and try again.",
  }
}
