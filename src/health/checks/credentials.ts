import type { GatewayErrorCode } from "../../gateway"
import type { AdminConnectionTest, HealthStatus } from "../../http-types"
import { RAILS, type Rail } from "../../ledger"
import { PADDED_REMEDY, paddedSentence } from "../../modules/stablecoin/service"
import type { Settings } from "../../modules/stablecoin/types"
import { check, type Finding } from "../check"
import type { CheckContext } from "../context"

type Id = `credentials_${Rail}`

/** Checks the credentials of a rail. One configured rail is enough. */
export const credentialsOf = (rail: Rail) =>
  check<Id>(`credentials_${rail}`, async (context) => {
    const settings = await context.settings()
    if (!isMeant(settings, rail)) {
      return unused(
        rail,
        othersOf(rail).some((other) => isMeant(settings, other))
      )
    }
    const resolved = settings[rail]
    if (!resolved.ok) {
      const problems = resolved.problems.join(" ")
      return {
        status: "error",
        code: "incomplete",
        params: { problems },
        message: `No payment can be started on the ${rail} rail. ${problems}`,
        remedy:
          "Complete it under Settings → Stablecoin payments, or in medusa-config.ts.",
      }
    }
    const test = await context.connection(rail)
    const finding = test?.ok
      ? await verified(context, test, new URL(resolved.value.baseUrl).origin)
      : failed(test)
    const names = context.stablecoin.settings.padded(rail)
    // It may be why the gateway does not confirm the credentials.
    return names.length && (!test?.ok || finding.status !== "error")
      ? padded(names, test?.ok ? "warning" : "error")
      : finding
  })

function padded(names: string[], status: HealthStatus): Finding<Id> {
  return {
    status,
    code: "padded",
    params: { names: names.join(", ") },
    message: names.map(paddedSentence).join(" "),
    remedy: PADDED_REMEDY,
  }
}

function othersOf(rail: Rail): Rail[] {
  return RAILS.filter((other) => other !== rail)
}

/** Whether any credentials were entered. A base URL alone does not count. */
export function isMeant({ credentials }: Settings, rail: Rail): boolean {
  const { clientId, clientSecret } = credentials[rail]
  return Boolean(clientId || clientSecret)
}

function unused(rail: Rail, isOtherMeant: boolean): Finding<Id> {
  return isOtherMeant
    ? {
        status: "ok",
        code: "not_configured",
        message: `The ${rail} rail is not used.`,
      }
    : {
        status: "error",
        code: "none_configured",
        message: "No rail has credentials: no payment can be started.",
        remedy:
          "Enter the gateway's credentials of at least one rail under Settings → Stablecoin payments.",
      }
}

async function verified(
  context: CheckContext,
  { rail, mode, sandbox }: Extract<AdminConnectionTest, { ok: true }>,
  address: string
): Promise<Finding<Id>> {
  const params = { mode, address }
  if (context.isProduction && (sandbox || mode === "test")) {
    return {
      status: "error",
      code: sandbox ? "sandbox" : "test_in_production",
      params,
      message: sandbox
        ? ofSandbox(params)
        : `The ${rail} rail takes test money in production (test mode at ${address}): its orders are placed, and no money moves.`,
      remedy:
        "Enter live credentials of a gateway under Settings → Stablecoin payments, or remove those of this rail.",
    }
  }
  for (const other of othersOf(rail)) {
    const tested = await context.connection(other)
    if (tested?.ok && [mode, tested.mode].sort().join() === "live,test") {
      return {
        status: "warning",
        code: "mode_mix",
        params: { mode, other_rail: other, other_mode: tested.mode },
        message: `The ${rail} rail is in ${mode} mode, and the ${other} rail in ${tested.mode} mode: one of them moves no money.`,
        remedy: "Use credentials of the same mode on all rails.",
      }
    }
  }
  return sandbox
    ? { status: "ok", code: "sandbox", params, message: ofSandbox(params) }
    : {
        status: "ok",
        code: "verified",
        params: { mode },
        message: `The gateway has confirmed the credentials (${mode} mode).`,
      }
}

function ofSandbox({ mode, address }: { mode: string; address: string }) {
  return `This is the sandbox, not a gateway (${mode} mode at ${address}): orders are placed, and no money moves.`
}

function failed(
  test: Extract<AdminConnectionTest, { ok: false }> | null
): Finding<Id> {
  if (!test) {
    throw new Error("The credentials changed while they were checked.")
  }
  const code = test.code as GatewayErrorCode
  return {
    // A gateway that only limits the rate still takes payments.
    status: code === "rate_limited" ? "warning" : "error",
    code,
    params: { detail: test.message },
    message: `The gateway has not confirmed the credentials. ${test.message}`,
    remedy: test.remedy,
  }
}
