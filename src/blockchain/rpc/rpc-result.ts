import type { RpcCall } from "./calls"
import type { RpcError } from "./rpc-error"

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
