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
    message: `No webhook of the ${rail} rail was received since ${since}, though at least ${QUIET_PAYMENTS} payments were started. Something in front of the store may keep webhooks back, such as a firewall, or the gateway sends none. Look into the log of what is in front of the store.`,
    details: { rail, since },
  }
}
