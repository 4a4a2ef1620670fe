import type { Network } from "./networks"
import {
  type Block,
  blockOf,
  firstError,
  isAnswered,
  newestBlock,
  type RpcCall,
  type RpcClient,
  type RpcError,
} from "./rpc"

/** Access to one chain. */
export type ChainReader = {
  client: Pick<RpcClient, "batch">
  network: Network
  finality: Finality
}

/** Names by which an endpoint knows blocks that won't be replaced. */
export const FINALITY_TAGS = ["finalized", "safe"] as const

/**
 * The last block that counts as final: by its name at the endpoint, or by the
 * number of confirmations. The latest block has 1.
 */
export type Finality = (typeof FINALITY_TAGS)[number] | number

/**
 * The newest block, and the number of the last final one, which is less than 0
 * while there is none.
 */
export type Heads = { newest: Block | null; final: number }

type BlockResult = Block | null | RpcError

/** The call that shows the last final block. */
export function finalityCall(finality: Finality): RpcCall<Block | null> {
  return blockOf(typeof finality === "number" ? "latest" : finality)
}

/** @param results of `newestBlock` and `finalityCall`, of one endpoint */
export function headsOf(
  [latest, last]: readonly [BlockResult, BlockResult],
  finality: Finality
): Heads {
  const newest = isAnswered(latest) ? latest : null
  const number = (isAnswered(last) ? last?.number : null) ?? -1
  const final = typeof finality === "number" ? number - finality + 1 : number
  // No block after the newest one is final, even if the endpoint says so.
  return { newest, final: Math.min(final, newest?.number ?? -1) }
}

export async function readHeads({
  client,
  finality,
}: ChainReader): Promise<Heads & { error: RpcError | null }> {
  const results = await client.batch([newestBlock(), finalityCall(finality)])
  return { ...headsOf(results, finality), error: firstError(results) }
}

/**
 * Reads blocks by their numbers.
 *
 * @returns blocks by number. Null: there is no such block any more
 */
export async function readBlocks(
  { client }: ChainReader,
  numbers: readonly number[]
): Promise<{ blocks: Map<number, Block | null>; error: RpcError | null }> {
  const all = [...new Set(numbers)]
  const results = all.length ? await client.batch(all.map(blockOf)) : []
  const blocks = new Map(
    results.flatMap((result, index) =>
      isAnswered(result) ? [[all[index]!, result] as const] : []
    )
  )
  return { blocks, error: firstError(results) }
}
