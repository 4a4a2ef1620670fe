import type { ChainReader } from "../chain-reader"
import { finalityCall, headsOf } from "../finality"
import { firstError, newestBlock, RpcError } from "../rpc"
import { groupsOf } from "./address-groups"
import type { ChainTransfer } from "./chain-transfer"
import { readRanges } from "./read-ranges"
import { withBlocks } from "./with-blocks"

/** Enough to catch up, and few enough not to delay the other chains. */
const MAX_CALLS = 20

export type TransfersToRead = {
  /**
   * Lists the addresses to watch, in any number. Called when the last final
   * block is known: otherwise a transfer in that block could be to an address
   * that a buyer was shown after the list was made.
   */
  addresses(): Promise<readonly string[]>
  /** The next block to read. */
  fromBlock: number
  /** When the chain was read up to there. Absent: it is not read again. */
  movedAt?: Date
  /** Blocks per request, as the last pass learned it. Null: unknown. */
  logRange: number | null
  /** Requests of this pass, at least 3. Default 20. */
  maxCalls?: number
}

export type ReadTransfers = {
  /** In the order of the chain. */
  transfers: ChainTransfer[]
  /**
   * The next block to read: every transfer before it has been read. Null: the
   * chain lacks the blocks that were read, so it is read from its start again.
   */
  nextBlock: number | null
  /** Whether that is every transfer up to the last final block. */
  isComplete: boolean
  /** Blocks per request, for the next pass. Null: unknown. */
  logRange: number | null
  /** Requests that were made. */
  calls: number
  /** Why less was read than was asked for. It says nothing about transfers. */
  error: RpcError | null
}

/**
 * Reads the transfers of a network's known coins to some addresses, up to the
 * last final block: in 2 requests, and a third one for the time of transfers.
 * An endpoint that refuses so many blocks at once is asked for fewer. After an
 * error the next pass begins where this one ended. An endpoint that lags behind
 * the last pass reads nothing, which is not an error. A chain that does not have
 * the blocks of the last pass was restarted, or an endpoint showed a final block
 * that did not exist.
 */
export async function readTransfers(
  reader: ChainReader,
  {
    addresses,
    fromBlock,
    movedAt,
    logRange,
    maxCalls = MAX_CALLS,
  }: TransfersToRead
): Promise<ReadTransfers> {
  const { client, finality } = reader
  const results = await client.batch([newestBlock(), finalityCall(finality)])
  const { newest, final } = headsOf(results, finality)
  const nothing: ReadTransfers = {
    transfers: [],
    nextBlock: fromBlock,
    isComplete: false,
    logRange,
    calls: 1,
    error: firstError(results),
  }
  if (!newest || final < 0) {
    return nothing
  }
  if (fromBlock > final) {
    const hasNext = fromBlock <= newest.number + 1
    // One that lags behind shows a newest block from before they were read.
    const isLater = movedAt && movedAt.getTime() < newest.timestamp * 1_000
    return hasNext || !isLater
      ? { ...nothing, isComplete: hasNext }
      : { ...nothing, nextBlock: null, error: missing(fromBlock) }
  }
  const groups = groupsOf(await addresses())
  if (!groups.length) {
    return { ...nothing, nextBlock: final + 1, isComplete: true }
  }
  const ranges = await readRanges(reader, {
    groups,
    fromBlock,
    final,
    logRange,
    maxCalls: maxCalls - 1,
  })
  const calls = 1 + ranges.calls
  const read = await withBlocks(reader, ranges.transfers, maxCalls - calls)
  const nextBlock = Math.min(ranges.nextBlock, read.firstUnread)
  return {
    transfers: read.transfers,
    nextBlock,
    isComplete: nextBlock > final,
    logRange: ranges.logRange,
    calls: calls + read.calls,
    error: ranges.error ?? read.error,
  }
}

function missing(fromBlock: number): RpcError {
  return new RpcError(
    `has block ${fromBlock - 1}, up to which transfers were read. They are read again from the oldest payment on. If that repeats, check that the endpoints are of the right network.`,
    "bad_answer"
  )
}
