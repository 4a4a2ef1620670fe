import { setTimeout as wait } from "node:timers/promises"
import type { Purchase } from "./purchases"
import type { BenchStore } from "./store/bench-store"

/** The provider that does nothing. */
export const STUB = { provider: "pp_stub_bench" }

/** Medusa's own address for its webhooks. */
export const STOCK_PATH = "/hooks/payment/stub_bench"

/** Medusa processes a webhook so long after it has answered it, unless a store sets `webhook_delay`. */
export const STOCK_DELAY_MS = 5_000

/** Waits until what Medusa's own route has just taken is processed too. */
export async function stockHasProcessed(store: BenchStore): Promise<void> {
  await wait(STOCK_DELAY_MS + 500)
  await store.call("idle")
}

/** Tells Medusa's own route that a purchase is paid. */
export async function stockWebhook(
  { url }: BenchStore,
  { session_id, cart }: Purchase
): Promise<void> {
  await fetch(`${url}${STOCK_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ session_id, amount: cart.total }),
  })
}
