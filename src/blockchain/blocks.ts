import type { ChainReader } from "./chain-reader"
import { blockOf, firstError, type RpcError } from "./rpc"
import type { Block } from "./schemas"

/** Endpoints commonly take 100 calls in one request. */
const BLOCKS_PER_REQUEST = 100

/**
 * Reads blocks by their numbers, up to the first request that fails.
 *
 * @returns blocks by number. Null: there is no such block any more
 */
export async function readBlocks(
  { client }: ChainReader,
  numbers: readonly number[]
): Promise<{ blocks: Map<number, Block | null>; error: RpcError | null }> {
  const left = [...new Set(numbers)]
  const blocks = new Map<number, Block | null>()
  let error: RpcError | null = null
  while (left.length && !error) {
    const some = left.splice(0, BLOCKS_PER_REQUEST)
    const results = await client.batch(some.map(blockOf))
    error = firstError(results)
    for (const [index, result] of results.entries()) {
      if (result.ok) {
        blocks.set(some[index]!, result.value)
      }
    }
  }
  return { blocks, error }
}
