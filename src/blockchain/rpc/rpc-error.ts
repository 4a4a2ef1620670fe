/**
 * - `unreachable`: no answer, not in time, or the key is refused.
 * - `rate_limited`: asked too often.
 * - `refused`: the endpoint does not serve this call, such as a range of blocks
 *   that is too large.
 * - `wrong_chain`: it is of another network.
 * - `bad_answer`: not an answer of JSON-RPC, or one that can't be believed.
 */
export type RpcErrorCode =
  "unreachable" | "rate_limited" | "refused" | "wrong_chain" | "bad_answer"

/**
 * An endpoint did not answer a call. That says nothing about the chain.
 */
export class RpcError extends Error {
  override readonly name = "RpcError"

  /**
   * @param reason continues "The endpoint HOST …" or "No endpoint …"
   * @param host name of the endpoint, or "" without one. Its path and query may
   *   contain a key
   */
  constructor(
    reason: string,
    readonly code: RpcErrorCode,
    readonly host = ""
  ) {
    super(`${host ? `The endpoint ${host}` : "No endpoint"} ${reason}`)
  }

  /** Whether the endpoint would not answer another call either. */
  get isAway(): boolean {
    return this.code === "unreachable" || this.code === "rate_limited"
  }
}

export function isAnswered<T>(result: T | RpcError): result is T {
  return !(result instanceof RpcError)
}

/** Why a call of a batch has no value. Null: each has one. */
export function firstError(results: readonly unknown[]): RpcError | null {
  return results.find((result) => result instanceof RpcError) ?? null
}
