import type { Cart } from "../../../tools/harness/shop/shopper"
import type { Rail } from "../../../src/ledger"
import type {
  Fault as SandboxFault,
  RequestRecord,
} from "../../../packages/sandbox/src"
import type { TestStore } from "../store/test-store"

export const API = { hosted: "merchant", onchain: "business" } as const

export type Fault = Omit<SandboxFault, "api" | "endpoint">

/** Gives both clients a valid token: from here on, one call is one request. */
export async function warmUp(store: TestStore): Promise<void> {
  const stablecoin = store.stablecoin
  const { hosted, onchain } = await stablecoin.settings.effective()
  if (!hosted.ok || !onchain.ok) {
    throw new Error("Both rails must be configured.")
  }
  await stablecoin.gateway.hosted(hosted.value).verify()
  await stablecoin.gateway.onchain(onchain.value).verify()
}

/** The creations of a rail that the gateway received. */
export function creations(store: TestStore, rail: Rail): RequestRecord[] {
  return store.sandbox.requests({ api: API[rail], endpoint: "create" })
}

/** The gateway's records of a rail. */
export function entries(store: TestStore, rail: Rail) {
  return rail === "hosted"
    ? store.sandbox.transactions()
    : store.sandbox.orders()
}

/** Starts a payment while the gateway has a fault. */
export async function startUnder(
  store: TestStore,
  rail: Rail,
  fault: Fault
): Promise<{ cart: Cart; answer: { status: number; body: unknown } }> {
  const cart = await store.shopper.fillCart()
  await warmUp(store)
  store.sandbox.fault({ api: API[rail], endpoint: "create", ...fault })
  const answer = await store.tryStartSession(cart, rail)
  return { cart, answer }
}
