import type {
  AdminHealthResponse,
  AdminPricesResponse,
  AdminSettingsResponse,
} from "../../src/http-types/index.ts"
import type { Merchant } from "../../tools/harness/shop/merchant.ts"
import {
  COUNTRY,
  EURO_COUNTRY,
  PROVIDERS,
} from "../../tools/harness/shop/names.ts"
import { waitFor } from "../../tools/harness/wait-for.ts"
import type { Shell } from "./shell.mts"

/** Both rails, and the other provider of the config in docs/install.md. */
const PAYMENT_PROVIDERS = [...Object.values(PROVIDERS), "pp_stripe_stripe"]

/** Where the store sells: in dollars, and in euros. */
const REGIONS = [
  { name: "United States", currency_code: "usd", countries: [COUNTRY] },
  { name: "Europe", currency_code: "eur", countries: [EURO_COUNTRY] },
]

/**
 * The README's second step. Medusa lists the providers of its config, those of
 * other packages too.
 *
 * @returns the regions in which buyers may pay by each of them
 */
export async function enableRails(api: Merchant): Promise<string[]> {
  const { payment_providers } = await api.get<{
    payment_providers: { id: string }[]
  }>("/admin/payments/payment-providers?is_enabled=true")
  const there = payment_providers.map(({ id }) => id)
  const absent = PAYMENT_PROVIDERS.filter((id) => !there.includes(id))
  if (absent.length > 0) {
    throw new Error(`Medusa does not list ${absent.join(", ")}.`)
  }
  const ids: string[] = []
  for (const entered of REGIONS) {
    const { region } = await api.post<{ region: { id: string } }>(
      "/admin/regions",
      { ...entered, payment_providers: PAYMENT_PROVIDERS }
    )
    ids.push(region.id)
  }
  return ids
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

/** Waits until the store has read the ECB's rates, a minute at most. */
export async function waitForPrice(api: Merchant): Promise<void> {
  await waitFor("the price of a euro", async () => {
    const { prices } = await api.get<AdminPricesResponse>(
      "/admin/stablecoin/prices"
    )
    return prices.some(({ rate }) => rate)
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
