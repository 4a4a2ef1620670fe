import type { Dispatcher } from "undici"
import type { GatewayErrorCode } from "./gateway-error"

/**
 * Addresses that may be connected to. `public` requires https and rejects
 * private networks, by literal address or resolved name. It is used for
 * addresses entered in the admin, and `any` for those from the config.
 */
export type AddressScope = "public" | "any"

/**
 * Maximum duration of a creation. Less than half of the time after which the
 * ledger treats a creation as lost (src/ledger/open.ts). Also less than
 * the minute that the storefront client waits.
 */
export const CREATION_DEADLINE_MS = 45_000

/** Operations of both gateway APIs. */
export type GatewayOperation =
  "verify" | "list_currencies" | "create" | "read" | "cancel"

/** One finished HTTP request, with or without a response. */
export type ObservedRequest = {
  operation: GatewayOperation
  durationMs: number
  /** HTTP status, if there was a response. */
  status?: number
  /** Why it failed; absent if it succeeded. */
  code?: GatewayErrorCode
}

/** Options of both API clients. */
export type ClientOptions = {
  /**
   * Address of the API. May have a path prefix and a trailing slash. User info
   * in it is not sent.
   */
  baseUrl: string
  clientId: string
  clientSecret: string
  /** Default `any`. Does not affect a custom dispatcher's name resolution. */
  addressScope?: AddressScope
  /**
   * Milliseconds to connect (5000), until the response headers (10000), and
   * between two chunks of the body (10000). A creation is limited as a whole,
   * with its tokens, waits and retries (45000).
   */
  timeouts?: {
    connect?: number
    headers?: number
    body?: number
    creation?: number
  }
  /** Maximum number of retries of a call that is safe to repeat. Default 2. */
  retries?: number
  /**
   * Milliseconds before the first retry (250), and the maximum wait (30000).
   */
  backoff?: { baseMs?: number; capMs?: number }
  /**
   * undici dispatcher to use in place of the client's own pool. Its owner has
   * to close it.
   */
  dispatcher?: Dispatcher
  /**
   * Called on every 429 with the wait that the gateway requests in
   * milliseconds, if any. Must not throw.
   */
  onRateLimit?: (retryAfterMs: number | undefined) => void
  /** Called for every finished request, retries included. Must not throw. */
  onRequest?: (request: ObservedRequest) => void
  /**
   * Called for every response that has a `Date`, with the gateway's clock minus
   * ours in milliseconds. Accurate to half the round trip and half a second.
   * Must not throw.
   */
  onClock?: (skewMs: number) => void
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number
}

/** Prefix by which the contract marks a merchant's sandbox credentials. */
const TEST_CLIENT = /^test_/

/** @returns `test` for hosted credentials that move no funds */
export function modeOfClient(clientId: string): "test" | "live" {
  return TEST_CLIENT.test(clientId) ? "test" : "live"
}

/**
 * Splits a base URL into the parts that a dispatcher needs.
 *
 * @returns `origin` ("https://pay.example") and `prefix` ("" or "/v2", never
 *   ending in a slash)
 * @throws TypeError if it is not an http(s) URL; the message does not repeat
 *   it, as it may contain a password
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
