import { GatewayError, type FailedRequest } from "./gateway-error"
import { PRIVATE_ADDRESS } from "../shared/address-scope"

/** Errors that occur before any byte of the request is sent. */
const UNSENT_CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_CLOSED",
  "UND_ERR_INVALID_ARG",
])
/** No request is sent before its connection is encrypted. */
const TLS_CODE =
  /^(?:CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|EPROTO)/
const UNSENT_CALLS = new Set(["connect", "getaddrinfo"])

const TIMEOUT_CODES = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
])

/**
 * Converts an error of the HTTP client into a GatewayError. Keeps only the code
 * of the original: its message may quote addresses and headers.
 *
 * @param hasEffect whether the request changes something at the gateway
 */
export function transportFault(
  thrown: unknown,
  request: FailedRequest,
  hasEffect: boolean
): GatewayError {
  const code = textOf(thrown, "code")
  if (code === PRIVATE_ADDRESS) {
    return privateAddress(request)
  }
  const isTimeout =
    TIMEOUT_CODES.has(code) || textOf(thrown, "name") === "TimeoutError"
  const isTls = TLS_CODE.test(code)
  const isUnsent =
    isTls ||
    UNSENT_CODES.has(code) ||
    UNSENT_CALLS.has(textOf(thrown, "syscall"))
  const ambiguous = hasEffect && !isUnsent
  const what = isUnsent
    ? "did not reach the gateway"
    : isTimeout
      ? "got no complete answer in time"
      : "lost its connection before the complete answer arrived"
  const detail = /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : ""
  return new GatewayError(`${what}${detail}.`, {
    code: isTimeout ? "timeout" : "network",
    request,
    remedy: isTls
      ? "Check the gateway's certificate, this server's clock, and that the base URL begins with the right scheme."
      : "Check the base URL and the network.",
    ambiguous,
  })
}

/**
 * Error of a request that was not sent: the address is private, and only public
 * ones are allowed.
 */
export function privateAddress(request: FailedRequest): GatewayError {
  return new GatewayError(
    "was not sent: the base URL points into a private network.",
    {
      code: "private_address",
      request,
      remedy:
        "Enter the gateway's public address; an address of a private network can be set in medusa-config.ts only.",
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
