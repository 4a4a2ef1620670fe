import type { ExceptionDraft, ExceptionProblem } from "./exceptions"
import type { Rail } from "./rails"

/** The problem of a rail whose webhooks don't arrive. */
export const QUIET_RAIL = {
  kind: "webhook_problem",
  reason: "quiet",
} as const satisfies ExceptionProblem

/** Payments without a webhook, after which a rail is quiet. */
export const QUIET_PAYMENTS = 3

/** Age of the first of them. */
export const QUIET_AFTER_MS = 30 * 60_000

/**
 * Exception of a rail without webhooks. The store's own test webhook does not
 * disprove it: it may pass what keeps those of the gateway back.
 *
 * @param since when the first payment was started that none announced; ISO 8601
 */
export function quietRail(rail: Rail, since: string): ExceptionDraft {
  return {
    ...QUIET_RAIL,
    key: [rail, "webhook_problem.quiet", since].join(":"),
    details: { rail, since },
  }
}
