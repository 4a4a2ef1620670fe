import type { ChainReader } from "./chain-reader"
import { blockOf, firstError, type RpcError } from "./rpc"
import type { Block } from "./schemas"

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
      result.ok ? [[all[index]!, result.value] as const] : []
    )
  )
  return { blocks, error: firstError(results) }
}
