import type { ChainReader } from "../chain-reader"
import { blockOf, firstError, RpcError } from "../rpc"
import type { Block } from "../schemas"
import { type ChainTransfer, chainTransfer } from "./chain-transfer"
import type { MinedTransfer } from "./mined-transfer"

/** Endpoints commonly take 100 calls in one request. */
const BLOCKS_PER_REQUEST = 100

/** Number of requests for the blocks of transfers: 1 while there are none. */
export function requestsForBlocks(transfers: readonly MinedTransfer[]): number {
  const requests = Math.ceil(numbersOf(transfers).length / BLOCKS_PER_REQUEST)
  return Math.max(1, requests)
}

export type WithBlocks = {
  /** In the order of the chain. */
  transfers: ChainTransfer[]
  /** Number of the first block that could not be read. Infinity: none. */
  firstUnread: number
  calls: number
  error: RpcError | null
}

/**
 * Adds the time of its block to each transfer. A block is read after its logs,
 * and must still be the one that contains them. Transfers from the first unread
 * block on are left out.
 */
export async function withBlocks(
  reader: ChainReader,
  transfers: readonly MinedTransfer[],
  maxCalls: number
): Promise<WithBlocks> {
  const { blocks, calls, error } = await readBlocks(reader, transfers, maxCalls)
  const read: ChainTransfer[] = []
  for (const mined of inOrder(transfers)) {
    const { block_number } = mined
    const block = blocks.get(block_number)
    const transfer = block && chainTransfer(mined, block, reader.network)
    if (!transfer) {
      const isReplaced = blocks.has(block_number)
      return {
        transfers: read.filter((each) => each.block_number < block_number),
        firstUnread: block_number,
        calls,
        error: error ?? (isReplaced ? replaced() : null),
      }
    }
    read.push(transfer)
  }
  return { transfers: read, firstUnread: Infinity, calls, error }
}

type ReadBlocks = {
  /** By number. Null: there is no such block any more. */
  blocks: ReadonlyMap<number, Block | null>
  calls: number
  error: RpcError | null
}

async function readBlocks(
  { client }: ChainReader,
  transfers: readonly MinedTransfer[],
  maxCalls: number
): Promise<ReadBlocks> {
  const numbers = numbersOf(transfers)
  const blocks = new Map<number, Block | null>()
  let calls = 0
  let error: RpcError | null = null
  while (numbers.length && calls < maxCalls && !error) {
    const asked = numbers.splice(0, BLOCKS_PER_REQUEST)
    const results = await client.batch(asked.map(blockOf))
    calls += 1
    error = firstError(results)
    asked.forEach((number, index) => {
      const result = results[index]
      if (result?.ok) {
        blocks.set(number, result.value)
      }
    })
  }
  return { blocks, calls, error }
}

function numbersOf(transfers: readonly MinedTransfer[]): number[] {
  const numbers = inOrder(transfers).map(({ block_number }) => block_number)
  return [...new Set(numbers)]
}

function inOrder(transfers: readonly MinedTransfer[]): MinedTransfer[] {
  return [...transfers].sort(
    (one, other) =>
      one.block_number - other.block_number || one.log_index - other.log_index
  )
}

function replaced(): RpcError {
  return new RpcError(
    "shows the block of a transfer that it showed before.",
    "bad_answer"
  )
}
