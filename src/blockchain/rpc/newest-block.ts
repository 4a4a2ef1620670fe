import type { RpcCall } from "./calls"
import { RpcError } from "./rpc-error"
import type { RpcResult } from "./rpc-result"

/** Each of the chains makes a block within seconds. */
const STUCK_AFTER_MS = 10 * 60_000

/**
 * Whether an endpoint follows its chain, from the newest block among its
 * answers. One that does not knows no later transaction, so its answers would
 * contradict honest payments.
 *
 * @param time the clock in milliseconds since 1970
 * @returns null where no call is for the newest block, or it is recent
 */
export function newestBlockError(
  calls: readonly RpcCall<unknown>[],
  results: readonly RpcResult<unknown>[],
  { host, time }: { host: string; time: number }
): RpcError | null {
  for (const [index, { madeAt }] of calls.entries()) {
    const result = results[index]
    if (!madeAt || !result) {
      continue
    }
    if (!result.ok) {
      return result.error
    }
    if (time - madeAt(result.value) > STUCK_AFTER_MS) {
      return new RpcError(
        "shows no block of the last 10 minutes: its node is stuck, or this server's clock is wrong.",
        { code: "bad_answer", host }
      )
    }
  }
  return null
}
