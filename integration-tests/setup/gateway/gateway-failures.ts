import { PROVIDERS } from "../../../harness/store/seed"
import type { Cart } from "../../../harness/shop/shopper"
import type { Rail } from "../../../src/ledger"
import type { CallFault, RequestRecord } from "../../../src/sandbox"
import { stablecoinOf } from "../store/stablecoin"
import type { TestStore } from "../store/store"

export const API = { hosted: "merchant", onchain: "business" } as const

export type Fault = Omit<CallFault, "api" | "endpoint">

export type Failure = {
  what: string
  fault: Fault
  /** Creations that the gateway received. */
  sent: number
  status: number
  /** Matches the log message for the merchant. */
  message: RegExp
}

/** The message that every buyer reads when a start failed. */
export const NOT_STARTED =
  "The payment could not be started. Try again, or choose another way to pay."

/** A clear rejection: the gateway created nothing, and the row has failed. */
export const REFUSALS: Failure[] = [
  {
    what: "401 twice",
    fault: { kind: "status", status: 401, times: 2 },
    sent: 2,
    status: 500,
    message: /Check the client id and the client secret/,
  },
  {
    what: "422",
    fault: {
      kind: "status",
      status: 422,
      body: {
        status: "error",
        message: "Invalid data.",
        errors: { amount: ["Too small."] },
      },
    },
    sent: 1,
    status: 400,
    message: /Fields: amount\. Correct the named fields/,
  },
  {
    what: "429",
    fault: { kind: "status", status: 429, retryAfter: 1 },
    sent: 1,
    status: 500,
    message: /Wait, then retry/,
  },
]

/** An ambiguous outcome: the row stays `creating`. */
export const UNCLEAR: Failure[] = [
  {
    what: "500",
    fault: { kind: "status", status: 500, body: "<h1>Oops</h1>" },
    sent: 1,
    status: 500,
    message: /Contact its support.*Check that before sending it again/,
  },
  {
    what: "nothing: the connection is cut",
    fault: { kind: "reset" },
    sent: 1,
    status: 500,
    message: /may have been carried out. Check that before sending it again/,
  },
  {
    what: "broken JSON",
    fault: { kind: "broken_json" },
    sent: 1,
    status: 500,
    message: /Check that the base URL is the gateway's/,
  },
]

/** Gives both clients a valid token: from here on, one call is one request. */
export async function warmUp(store: TestStore): Promise<void> {
  const stablecoin = stablecoinOf(store)
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
  const answer = await store.shopper.tryStartSession(cart, PROVIDERS[rail])
  return { cart, answer }
}
