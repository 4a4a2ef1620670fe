import type { Dispatcher } from "undici"
import type { GatewayErrorCode } from "./gateway-error"

/**
 * Which addresses may be connected to. `public`: https, and none of a private
 * network, neither by its literal address nor by what its name resolves to;
 * for addresses that a person has typed in. `any`: for those of the config.
 */
export type AddressScope = "public" | "any"

/**
 * Longest creation. Less than half of the time after which the ledger takes a
 * payment that is being created for a lost one (src/ledger/freshness.ts), and
 * less than the minute that the storefront client waits.
 */
export const CREATION_DEADLINE_MS = 45_000

/** Operations of both gateway APIs. */
export type GatewayOperation =
  "verify" | "list_currencies" | "create" | "read" | "cancel"

/** One HTTP request that ended, with an answer or without. */
export type ObservedRequest = {
  operation: GatewayOperation
  durationMs: number
  /** HTTP status, if there was an answer. */
  status?: number
  /** Why it failed; absent where it succeeded. */
  code?: GatewayErrorCode
}

/** What a client of either API is made from. */
export type ClientOptions = {
  /** Address of the API; a path prefix and a trailing slash are fine. User info in it is not sent. */
  baseUrl: string
  clientId: string
  clientSecret: string
  /** Default `any`. A dispatcher of the caller's own resolves names as it does. */
  addressScope?: AddressScope
  /**
   * Milliseconds: to connect (5000), to the answer's head (10000), between two
   * pieces of its body (10000); for a creation as a whole, with its tokens,
   * waits and repetitions (45000).
   */
  timeouts?: {
    connect?: number
    headers?: number
    body?: number
    creation?: number
  }
  /** How often a call that is safe to repeat is repeated. Default 2. */
  retries?: number
  /** Milliseconds: the first wait before a repetition (250), and the longest wait ever (30000). */
  backoff?: { baseMs?: number; capMs?: number }
  /** An undici dispatcher to use in place of the client's own pool; closing it stays its owner's task. */
  dispatcher?: Dispatcher
  /** Told of every 429: how long the gateway wants to be left alone, in milliseconds, if it says so. Must not throw. */
  onRateLimit?: (retryAfterMs: number | undefined) => void
  /** Told of every request that ended, repetitions included. Must not throw. */
  onRequest?: (request: ObservedRequest) => void
  /** Told with every answer that has a `Date`: the gateway's clock minus ours, in milliseconds, as near as half the round trip and half a second. Must not throw. */
  onClock?: (skewMs: number) => void
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number
}

/**
 * Splits a base URL into what a dispatcher needs.
 *
 * @returns `origin` ("https://pay.example") and `prefix` ("" or "/v2", never ending in a slash)
 * @throws TypeError if it is no http(s) URL; the message does not repeat it, as it may hold a password
 */
export function parseBaseUrl(baseUrl: string): {
  origin: string
  prefix: string
} {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new TypeError(
      "baseUrl is not an address of an API. Give an http or https URL without query, such as https://gateway.example."
    )
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") }
}

/** Whether a client can be made of it. */
export function isBaseUrl(text: string): boolean {
  try {
    parseBaseUrl(text)
    return true
  } catch {
    return false
  }
}
