import type { ChainReader } from "../chain-reader"
import { LearnedLimit } from "../learned-limit"
import type { RpcError } from "../rpc"
import { type AddressGroup, halvesOf } from "./address-groups"
import type { MinedTransfer } from "./mined-transfer"
import { requestsForBlocks } from "./with-blocks"
import { requestTransfers } from "./request-transfers"

export type RangesToRead = {
  /** At least one. */
  groups: readonly AddressGroup[]
  fromBlock: number
  /** Number of the last final block. */
  final: number
  /** As the last pass learned it. */
  logRange: number | null
  /** Of these requests, enough are left for the blocks of the transfers. */
  maxCalls: number
}

export type ReadRanges = {
  transfers: MinedTransfer[]
  /** Everything before it has been read. */
  nextBlock: number
  /** For the next pass. */
  logRange: number | null
  calls: number
  error: RpcError | null
}

/**
 * Reads transfers from a block to the last final one, in as few requests as the
 * endpoint takes.
 */
export async function readRanges(
  reader: ChainReader,
  { groups, fromBlock, final, logRange, maxCalls }: RangesToRead
): Promise<ReadRanges> {
  const limit = new LearnedLimit(logRange)
  const transfers: MinedTransfer[] = []
  let calls = 0
  let error: RpcError | null = null
  let first = fromBlock
  let unread = groups
  // Transfers of the first block to the addresses that were answered about.
  let ofBlock: MinedTransfer[] = []

  while (first <= final && calls + requestsForBlocks(transfers) < maxCalls) {
    const last = Math.min(final, first + limit.size - 1)
    const blocks = last - first + 1
    const answer = await requestTransfers(reader, unread, {
      first,
      last,
      final,
    })
    calls += 1
    error = answer.error
    if (!error) {
      transfers.push(...ofBlock, ...answer.transfers)
      limit.answered()
      first = last + 1
      unread = groups
      ofBlock = []
      continue
    }
    if (blocks > 1 && error.code !== "bad_answer") {
      // Too many blocks may also take too long, or count as too many requests.
      limit.refused(blocks)
    }
    const isSplittable = answer.unread.every((group) => group.length > 1)
    if (error.code !== "refused" || (blocks === 1 && !isSplittable)) {
      break
    }
    if (blocks === 1) {
      ofBlock.push(...answer.transfers)
      unread = halvesOf(answer.unread)
    }
  }
  return {
    transfers,
    nextBlock: first,
    logRange: limit.learned,
    calls,
    // A refused range is read in smaller ones by the next pass.
    error: error?.code === "refused" && first > fromBlock ? null : error,
  }
}
