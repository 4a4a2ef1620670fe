import type { RpcCall } from "./calls"

/**
 * - `unreachable`: no answer, or not in time.
 * - `rate_limited`: asked too often.
 * - `refused`: the endpoint does not serve this call, such as a range of blocks
 *   that is too large.
 * - `bad_answer`: not an answer of JSON-RPC.
 */
export type RpcErrorCode =
  "unreachable" | "rate_limited" | "refused" | "bad_answer"

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
}

/** The result of one call of a batch. */
export type RpcResult<T> =
  { ok: true; value: T } | { ok: false; error: RpcError }

export type RpcResults<Calls extends readonly RpcCall<unknown>[]> = {
  [Index in keyof Calls]: Calls[Index] extends RpcCall<infer T>
    ? RpcResult<T>
    : never
}

/** Why a call of a batch has no value. Null: each has one. */
export function firstError(
  results: readonly RpcResult<unknown>[]
): RpcError | null {
  const failed = results.find((result) => !result.ok)
  return failed && !failed.ok ? failed.error : null
}
