import { setTimeout as wait } from "node:timers/promises"
import type { Purchase } from "./purchases"
import type { BuiltStore } from "../harness/built-store/built-store"

/** The provider that does nothing. */
export const STUB = { provider: "pp_stub_bench" }

/** Medusa's own webhook route. */
export const STOCK_PATH = "/hooks/payment/stub_bench"

/**
 * Medusa's default delay between answering a webhook and processing it
 * (`webhook_delay`).
 */
export const STOCK_DELAY_MS = 5_000

/**
 * Waits until the webhooks that Medusa's own route just received are processed.
 */
export async function stockHasProcessed(store: BuiltStore): Promise<void> {
  await wait(STOCK_DELAY_MS + 500)
  await store.call("idle")
}

/** Sends a purchase's paid webhook to Medusa's own route. */
export async function stockWebhook(
  { url }: BuiltStore,
  { session_id, cart }: Purchase
): Promise<void> {
  await fetch(`${url}${STOCK_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ session_id, amount: cart.total }),
  })
}
