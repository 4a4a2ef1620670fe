import type { Rail } from "../../ledger"
import { check } from "../check"

const WARN_AFTER_S = 30
const ERROR_AFTER_S = 5 * 60

const REMEDY =
  "Synchronize this machine's clock over the network (NTP). If it is, contact the gateway's support about theirs."

/**
 * Compares this machine's clock with the gateway's, since tokens and payment
 * times depend on both.
 */
export const clockOf = (rail: Rail) =>
  check<`clock_${Rail}`>(`clock_${rail}`, async (context) => {
    const test = await context.connection(rail)
    if (!test) {
      return {
        status: "ok",
        code: "not_configured",
        message: `The ${rail} rail is not configured.`,
      }
    }
    if (!test.ok) {
      return {
        status: "warning",
        code: "no_answer",
        message: "The gateway gave no answer to compare the clocks by.",
        remedy: `Check the credentials of the ${rail} rail first.`,
      }
    }
    if (test.clock_skew_ms === null) {
      return {
        status: "ok",
        code: "no_date",
        message: "The gateway does not send its time.",
      }
    }
    const seconds = Math.round(test.clock_skew_ms / 1000)
    const params = { seconds }
    const message = `The gateway's clock is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} this machine's.`
    if (Math.abs(seconds) > ERROR_AFTER_S) {
      return {
        status: "error",
        code: "far_off",
        params,
        message,
        remedy: REMEDY,
      }
    }
    return Math.abs(seconds) > WARN_AFTER_S
      ? { status: "warning", code: "off", params, message, remedy: REMEDY }
      : { status: "ok", code: "in_sync", params, message }
  })
