import { blockOf, type RpcCall, type RpcResult } from "./rpc"
import type { Block } from "./schemas"

/** Names by which an endpoint knows blocks that won't be replaced. */
export const FINALITY_TAGS = ["finalized", "safe"] as const

/**
 * The last block that counts as final: by its name at the endpoint, or by the
 * number of confirmations. The latest block has 1.
 */
export type Finality = (typeof FINALITY_TAGS)[number] | number

/** The call that shows the last final block. */
export function finalityCall(finality: Finality): RpcCall<Block | null> {
  return blockOf(typeof finality === "number" ? "latest" : finality)
}

/**
 * The newest block, and the number of the last final one, which is less than 0
 * while there is none.
 */
export type Heads = { newest: Block | null; final: number }

/** @param results of `newestBlock` and `finalityCall`, of one endpoint */
export function headsOf(
  [latest, final]: readonly [RpcResult<Block | null>, RpcResult<Block | null>],
  finality: Finality
): Heads {
  const newest = latest.ok ? latest.value : null
  const last = final.ok ? finalBlockOf(final.value, finality) : -1
  // No block after the newest one is final, even if the endpoint says so.
  return { newest, final: Math.min(last, newest?.number ?? -1) }
}

/**
 * Number of the last final block, from the result of `finalityCall`; -1 or less
 * while there is none.
 */
function finalBlockOf(block: Block | null, finality: Finality): number {
  if (!block) {
    return -1
  }
  return typeof finality === "number"
    ? block.number - finality + 1
    : block.number
}
