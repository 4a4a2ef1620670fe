import type { ChainReader } from "../chain-reader"
import { finalityCall, headsOf } from "../finality"
import { firstError, newestBlock, RpcError } from "../rpc"
import { groupsOf } from "./address-groups"
import type { ChainTransfer } from "./chain-transfer"
import { readRanges } from "./read-ranges"
import { restartBlock } from "./restart-block"
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
  /** The next block to read. Null: begin at the last final one. */
  fromBlock: number | null
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
   * The next block to read: every transfer before it has been read. Null: there
   * is no final block yet.
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
 * the blocks of the last pass is read again by the next one.
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
  if (fromBlock === null) {
    return { ...nothing, nextBlock: final }
  }
  if (fromBlock > final) {
    const restart = movedAt
      ? restartBlock({ fromBlock, movedAt }, newest)
      : null
    return restart === null
      ? { ...nothing, isComplete: fromBlock <= newest.number + 1 }
      : { ...nothing, nextBlock: restart, error: missing(fromBlock, restart) }
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

function missing(fromBlock: number, restart: number): RpcError {
  return new RpcError(
    `has block ${fromBlock - 1}, up to which transfers were read. They are read again from block ${restart}. If that repeats, check that the endpoints are of the right network.`,
    { code: "bad_answer", host: "" }
  )
}
