import type {
  AdminConnectionTestResponse,
  AdminHealthResponse,
  AdminSettingsResponse,
} from "../../src/http-types/index.ts"
import { RAILS } from "../../src/ledger/rails.ts"
import type { Merchant } from "../../tools/harness/shop/merchant.ts"
import { COUNTRY, PROVIDERS } from "../../tools/harness/shop/names.ts"
import type { Shell } from "./shell.mts"

/** Both rails, and the other provider of the config in docs/install.md. */
const PAYMENT_PROVIDERS = [...Object.values(PROVIDERS), "pp_stripe_stripe"]

/** The README's first step, with the sandbox's lines in the environment. */
export async function testConnections(api: Merchant): Promise<void> {
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
 *
 * @returns the region in which buyers may pay by each of them
 */
export async function enableRails(api: Merchant): Promise<string> {
  const { payment_providers } = await api.get<{
    payment_providers: { id: string }[]
  }>("/admin/payments/payment-providers?is_enabled=true")
  const there = payment_providers.map(({ id }) => id)
  const absent = PAYMENT_PROVIDERS.filter((id) => !there.includes(id))
  if (absent.length > 0) {
    throw new Error(`Medusa does not list ${absent.join(", ")}.`)
  }
  const { region } = await api.post<{ region: { id: string } }>(
    "/admin/regions",
    {
      name: "United States",
      currency_code: "usd",
      countries: [COUNTRY],
      payment_providers: PAYMENT_PROVIDERS,
    }
  )
  await api.post("/admin/tax-regions", {
    country_code: COUNTRY,
    provider_id: "tp_system",
  })
  return region.id
}

/** Places orders before they are paid, which the oldest Medusa must support. */
export async function placeOrdersFirst(api: Merchant): Promise<void> {
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
export async function runDoctor(store: Shell): Promise<void> {
  const { checks } = await store.runForJson<AdminHealthResponse["health"]>(
    "npx medusa-payment-stablecoin doctor --json"
  )
  const silent = checks.filter(
    ({ id, status }) => id.startsWith("webhook_") && status !== "ok"
  )
  if (silent.length > 0) {
    throw new Error(`A rail's webhooks don't arrive: ${JSON.stringify(silent)}`)
  }
}
