import type { Rail } from "../../ledger"
import { check, error, ok, warning } from "../check"

const WARN_AFTER_S = 30
const ERROR_AFTER_S = 5 * 60

/**
 * Compares this machine's clock with the gateway's, since tokens and payment
 * times depend on both.
 */
export const clockOf = (rail: Rail) =>
  check<`clock_${Rail}`>(`clock_${rail}`, async (context) => {
    const test = await context.connection(rail)
    if (!test) {
      return ok("not_configured")
    }
    if (!test.ok) {
      return warning("no_answer")
    }
    if (test.clock_skew_ms === null) {
      return ok("no_date")
    }
    const seconds = Math.round(Math.abs(test.clock_skew_ms) / 1000)
    if (seconds > ERROR_AFTER_S) {
      return error("far_off", { seconds })
    }
    return seconds > WARN_AFTER_S
      ? warning("off", { seconds })
      : ok("in_sync", { seconds })
  })
