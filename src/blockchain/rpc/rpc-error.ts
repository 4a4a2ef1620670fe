/**
 * - `unreachable`: no answer, or not in time.
 * - `rate_limited`: asked too often.
 * - `refused`: the endpoint does not serve this call, such as a range of blocks
 *   that is too large.
 * - `bad_answer`: not an answer of JSON-RPC.
 */
export type RpcErrorCode =
  "unreachable" | "rate_limited" | "refused" | "bad_answer"

type RpcErrorDetails = {
  code: RpcErrorCode
  /**
   * Host name of the endpoint, or "" without one. Its path and query may
   * contain a key.
   */
  host: string
  retryAfterMs?: number
}

/**
 * Thrown when an endpoint does not answer a call. It says nothing about the
 * chain.
 */
export class RpcError extends Error {
  override readonly name = "RpcError"
  readonly code: RpcErrorCode
  readonly host: string
  readonly retryAfterMs: number | undefined

  /** @param reason continues "The endpoint HOST …" or "No endpoint …" */
  constructor(reason: string, { code, host, retryAfterMs }: RpcErrorDetails) {
    super(`${host ? `The endpoint ${host}` : "No endpoint"} ${reason}`)
    this.code = code
    this.host = host
    this.retryAfterMs = retryAfterMs
  }
}
