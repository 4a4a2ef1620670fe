/**
 * Kind of failure:
 *
 * - `unauthorized` credentials or a freshly issued token were refused
 * - `not_found` 404
 * - `invalid` 422, or input that violates the contract and was not sent
 * - `rate_limited` 429
 * - `rejected` any other clear refusal
 * - `unavailable` a 5xx without the gateway's own verdict
 * - `timeout` no connection, no response or an incomplete response in time
 * - `network` refused, reset, no such host
 * - `private_address` a private address, where only public ones are allowed
 * - `bad_answer` a response that violates the contract
 */
export const GATEWAY_ERROR_CODES = [
  "unauthorized",
  "not_found",
  "invalid",
  "rate_limited",
  "rejected",
  "unavailable",
  "timeout",
  "network",
  "private_address",
  "bad_answer",
] as const
export type GatewayErrorCode = (typeof GATEWAY_ERROR_CODES)[number]

/**
 * Request that failed. `path` includes the base URL's prefix, never its host or
 * user info.
 */
export type FailedRequest = { method: string; path: string }

export type GatewayErrorDetails = {
  code: GatewayErrorCode
  request: FailedRequest
  /** Remedy, in one or two sentences. */
  remedy: string
  status?: number
  ambiguous?: boolean
  said?: string
  fields?: Record<string, string[]>
  retryAfterMs?: number
}

const TRANSIENT: ReadonlySet<GatewayErrorCode> = new Set([
  "rate_limited",
  "unavailable",
  "timeout",
  "network",
])

const AMBIGUITY =
  "It may have been carried out. Check that before sending it again."

/**
 * The only error of the gateway clients. It contains no secrets and no `cause`,
 * since the underlying error may quote headers, bodies or addresses.
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError"
  readonly code: GatewayErrorCode
  /** Remedy, in one or two sentences. */
  readonly remedy: string
  readonly #summary: string
  /** Method and path that failed, or those of the failed token request. */
  readonly request: FailedRequest
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** Whether the call may succeed later. For a creation, check `ambiguous`. */
  readonly retryable: boolean
  /**
   * Whether the call may have been processed without a valid response. It must
   * not be repeated blindly.
   */
  readonly ambiguous: boolean
  /** The gateway's own sentence, scrubbed. */
  readonly said?: string
  /** The gateway's error messages by field. */
  readonly fields?: Record<string, string[]>
  /** Wait that the gateway requested, in milliseconds. */
  readonly retryAfterMs?: number

  /** @param what end of the sentence that begins with the request */
  constructor(what: string, details: GatewayErrorDetails) {
    const { method, path } = details.request
    const summary = `${method} ${path} ${what}`
    const warning = details.ambiguous ? ` ${AMBIGUITY}` : ""
    super(`${summary} ${details.remedy}${warning}`)
    this.#summary = summary
    this.code = details.code
    this.remedy = details.remedy
    this.request = { ...details.request }
    this.retryable = TRANSIENT.has(details.code)
    this.ambiguous = details.ambiguous ?? false
    // Absent rather than undefined, so that logs show only available fields.
    if (details.status !== undefined) this.status = details.status
    if (details.said) this.said = details.said
    if (details.fields) this.fields = details.fields
    if (details.retryAfterMs !== undefined) {
      this.retryAfterMs = details.retryAfterMs
    }
  }

  /** Message without the remedy. */
  get summary(): string {
    return this.#summary
  }
}
