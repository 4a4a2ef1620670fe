import type {
  AdminConnectionTestResponse,
  AdminHealthResponse,
  AdminSettingsResponse,
} from "../../src/http-types/index.ts"
import { RAILS } from "../../src/ledger/rails.ts"
import { run } from "./command.mts"
import { PAYMENT_PROVIDERS, type AdminApi } from "./admin-api.mts"
import { jsonLine } from "./running-store.mts"

/** The README's first step, with the sandbox's lines in the environment. */
export async function testConnections(api: AdminApi): Promise<void> {
  for (const rail of RAILS) {
    const { test } = await api.post<AdminConnectionTestResponse>(
      "/admin/stablecoin/settings/test",
      { rail }
    )
    if (!test.ok || test.mode !== "test") {
      throw new Error(`${rail} does not connect: ${JSON.stringify(test)}`)
    }
  }
  const { settings } = await api.get<AdminSettingsResponse>(
    "/admin/stablecoin/settings"
  )
  const problems = RAILS.flatMap((rail) => settings[rail].problems)
  if (problems.length > 0) {
    throw new Error(problems.join("\n"))
  }
}

/**
 * The README's second step. Medusa lists the providers of its config, those of
 * other packages too.
 */
export async function enableRails(api: AdminApi): Promise<string> {
  const there = await api.providers()
  const absent = PAYMENT_PROVIDERS.filter((id) => !there.includes(id))
  if (absent.length > 0) {
    throw new Error(`Medusa does not list ${absent.join(", ")}.`)
  }
  return await api.openRegion()
}

/** Places orders before they are paid, which the oldest Medusa must support. */
export async function placeOrdersFirst(api: AdminApi): Promise<void> {
  const path = "/admin/stablecoin/settings"
  const { settings } = await api.get<AdminSettingsResponse>(path)
  await api.post<AdminSettingsResponse>(path, {
    version: settings.version,
    general: { checkout_flow: "order_first" },
  })
}

/**
 * The README's third step: the doctor finds no error, and webhooks arrive on
 * both rails.
 */
export async function runDoctor(
  here: { cwd: string; env: Record<string, string> },
  ended: AbortSignal
): Promise<void> {
  const output = await run(
    "npx medusa-payment-stablecoin doctor --json",
    here,
    ended
  )
  const { checks } = JSON.parse(
    jsonLine(output) ?? "{}"
  ) as AdminHealthResponse["health"]
  const silent = checks.filter(
    ({ id, status }) => id.startsWith("webhook_") && status !== "ok"
  )
  if (silent.length > 0) {
    throw new Error(`A rail's webhooks don't arrive: ${JSON.stringify(silent)}`)
  }
}
