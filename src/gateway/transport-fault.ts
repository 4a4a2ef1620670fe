import { GatewayError, type FailedRequest } from "./gateway-error"

/** Faults of the time before a single byte of the request has left. */
const UNSENT_CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_CLOSED",
  "UND_ERR_INVALID_ARG",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])
const UNSENT_CALLS = new Set(["connect", "getaddrinfo"])

const TIMEOUT_CODES = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
])

/**
 * Turns what the HTTP client threw into a GatewayError. Of the original only
 * its code is kept: its message may quote addresses and headers.
 *
 * @param hasEffect whether the request changes something at the gateway
 */
export function transportFault(
  thrown: unknown,
  request: FailedRequest,
  hasEffect: boolean
): GatewayError {
  const code = textOf(thrown, "code")
  const isTimeout =
    TIMEOUT_CODES.has(code) || textOf(thrown, "name") === "TimeoutError"
  const isUnsent =
    UNSENT_CODES.has(code) || UNSENT_CALLS.has(textOf(thrown, "syscall"))
  const ambiguous = hasEffect && !isUnsent
  const what = isUnsent
    ? "did not reach the gateway"
    : isTimeout
      ? "got no whole answer in time"
      : "lost its connection before the whole answer was there"
  const detail = /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : ""
  return new GatewayError(
    `${what}${detail}. Check the base URL and the network.`,
    {
      code: isTimeout ? "timeout" : "network",
      request,
      ambiguous,
    }
  )
}

function textOf(thrown: unknown, key: "code" | "name" | "syscall"): string {
  const value =
    typeof thrown === "object" && thrown !== null && key in thrown
      ? (thrown as Record<string, unknown>)[key]
      : undefined
  return typeof value === "string" ? value : ""
}
