/**
 * What went wrong, in one word:
 *
 * - `unauthorized` credentials or a freshly issued token were refused
 * - `not_found` 404
 * - `invalid` 422, or input that the contract forbids and that was therefore not sent
 * - `rate_limited` 429
 * - `rejected` any other clear refusal
 * - `unavailable` a 5xx without the gateway's own verdict
 * - `timeout` no connection, no answer or no whole answer in time
 * - `network` refused, reset, no such host
 * - `private_address` an address of a private network, where only public ones may be asked
 * - `bad_answer` an answer that the contract does not know
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

/** The request that failed. `path` includes the base URL's prefix, never its host or user info. */
export type FailedRequest = { method: string; path: string }

export type GatewayErrorDetails = {
  code: GatewayErrorCode
  request: FailedRequest
  /** What to do, in a sentence or two. */
  remedy: string
  status?: number
  ambiguous?: boolean
  fields?: Record<string, string[]>
  retryAfterMs?: number
}

const TRANSIENT: ReadonlySet<GatewayErrorCode> = new Set([
  "rate_limited",
  "unavailable",
  "timeout",
  "network",
])

const AMBIGUITY = "It may have been carried out: look before sending it again."

/**
 * The one error of the gateway clients. It holds no secret, and no `cause`,
 * since what lies beneath may quote headers, bodies or addresses.
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError"
  readonly code: GatewayErrorCode
  /** What to do, in a sentence or two. */
  readonly remedy: string
  readonly #summary: string
  /** The method and path that failed; of the token request, if that is what failed. */
  readonly request: FailedRequest
  /** HTTP status, if there was an answer. */
  readonly status?: number
  /** The same call may succeed later. A creation's caller looks at `ambiguous` first. */
  readonly retryable: boolean
  /** The call may have been carried out although no good answer came: it must not be sent again blindly. */
  readonly ambiguous: boolean
  /** What the gateway says of single fields, by field. */
  readonly fields?: Record<string, string[]>
  /** How long the gateway asks to wait, in milliseconds. */
  readonly retryAfterMs?: number

  /** @param what happened to the request, as a sentence that it begins */
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
    // Absent rather than undefined, so that logs show only what is known.
    if (details.status !== undefined) this.status = details.status
    if (details.fields) this.fields = details.fields
    if (details.retryAfterMs !== undefined) {
      this.retryAfterMs = details.retryAfterMs
    }
  }

  /** What happened, without what to do. */
  get summary(): string {
    return this.#summary
  }
}
