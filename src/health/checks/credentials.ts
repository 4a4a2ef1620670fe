import type { GatewayErrorCode } from "../../gateway"
import type { AdminConnectionTest } from "../../http-types"
import { RAILS, type Rail } from "../../ledger"
import { check, error, ok, type RailFinding, warning } from "../check"
import type { CheckContext } from "../context"

/** Checks the credentials of a rail. One configured rail is enough. */
export const credentialsOf = (rail: Rail) =>
  check<`credentials_${Rail}`>(`credentials_${rail}`, async (context) => {
    const settings = await context.settings()
    if (!settings.isMeant[rail]) {
      return othersOf(rail).some((other) => settings.isMeant[other])
        ? ok("not_configured")
        : error("none_configured")
    }
    const resolved = settings[rail]
    if (!resolved.ok) {
      return error("incomplete", { problems: resolved.problems.join(" ") })
    }
    const test = await context.connection(rail)
    return test?.ok
      ? await verified(context, test, new URL(resolved.value.baseUrl).origin)
      : failed(test)
  })

function othersOf(rail: Rail): Rail[] {
  return RAILS.filter((other) => other !== rail)
}

async function verified(
  context: CheckContext,
  { rail, mode, sandbox }: Extract<AdminConnectionTest, { ok: true }>,
  address: string
): Promise<RailFinding<"credentials">> {
  const params = { mode, address }
  if (context.isProduction && (sandbox || mode === "test")) {
    return error(sandbox ? "sandbox" : "test_in_production", params)
  }
  for (const other of othersOf(rail)) {
    const tested = await context.connection(other)
    if (tested?.ok && [mode, tested.mode].sort().join() === "live,test") {
      return warning("mode_mix", {
        mode,
        other_rail: other,
        other_mode: tested.mode,
      })
    }
  }
  return ok(sandbox ? "sandbox" : "verified", params)
}

function failed(
  test: Extract<AdminConnectionTest, { ok: false }> | null
): RailFinding<"credentials"> {
  if (!test) {
    throw new Error("The credentials changed while they were checked.")
  }
  const code = test.code as GatewayErrorCode
  // A gateway that only limits the rate still takes payments.
  const report = code === "rate_limited" ? warning : error
  return report(code, { detail: test.message })
}

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
