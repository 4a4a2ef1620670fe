import type { SeenTransfer } from "../../ledger"
import { type ChainReader, readHeads } from "../chain-reader"
import { RpcError } from "../rpc"
import { readRange } from "./read-range"

/** Blocks of one request. An endpoint that refuses them gets half as many. */
const RANGE = 1_000
/** Enough to catch up, and few enough not to delay the next pass. */
const MAX_RANGES = 20
/** Before a cancellation, of endpoints that return few blocks each. */
const MAX_RANGES_OF_ADDRESS = 60
/** Geth and Erigon refuse more values of a topic. */
const MAX_ADDRESSES = 1_000
/** The finality of the latest block. */
const LATEST = 1

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
  /** Requests for logs of this pass. */
  maxRanges?: number
}

export type ReadTransfers = {
  /** In the order of the chain. */
  transfers: SeenTransfer[]
  /**
   * The next block to read: every transfer before it has been read. Null: the
   * chain lacks the blocks that were read, so it is read from its start again.
   */
  nextBlock: number | null
  /** Whether that is every transfer up to the last final block. */
  isComplete: boolean
  /** Why no more can be read. It says nothing about transfers. */
  error: RpcError | null
}

/**
 * Reads the transfers of a network's known coins to some addresses, up to the
 * last final block. The next pass begins where this one ended. An endpoint that
 * lags behind the last pass reads nothing, which is not an error. A chain that
 * does not have the blocks of the last pass was restarted, or an endpoint showed
 * a final block that did not exist.
 */
export async function readTransfers(
  reader: ChainReader,
  { addresses, fromBlock, movedAt, maxRanges = MAX_RANGES }: TransfersToRead
): Promise<ReadTransfers> {
  const { newest, final, error } = await readHeads(reader)
  const nothing = { transfers: [], nextBlock: fromBlock, isComplete: false }
  if (!newest || final < 0) {
    return { ...nothing, error }
  }
  if (fromBlock > final) {
    const hasNext = fromBlock <= newest.number + 1
    // One that lags behind shows a newest block from before they were read.
    const isLater = movedAt && movedAt.getTime() < newest.timestamp * 1_000
    return hasNext || !isLater
      ? { ...nothing, isComplete: hasNext, error }
      : { ...nothing, nextBlock: null, error: missing(fromBlock) }
  }
  const groups = groupsOf(await addresses())
  return groups.length
    ? await readRanges(reader, { groups, fromBlock, final, maxRanges })
    : { ...nothing, nextBlock: final + 1, isComplete: true, error }
}

/**
 * Reads the transfers to one address up to the latest block, which may still be
 * replaced.
 *
 * @returns `error` unless each block was read: then there may be transfers that
 *   are not listed
 */
export async function readTransfersOf(
  reader: ChainReader,
  address: string,
  fromBlock: number
): Promise<Omit<ReadTransfers, "isComplete">> {
  const { error, isComplete, ...read } = await readTransfers(
    { ...reader, finality: LATEST },
    {
      addresses: async () => [address],
      fromBlock,
      maxRanges: MAX_RANGES_OF_ADDRESS,
    }
  )
  const incomplete = new RpcError("reads all blocks up to now.", "refused")
  return { ...read, error: error ?? (isComplete ? null : incomplete) }
}

type RangesToRead = {
  groups: readonly (readonly string[])[]
  fromBlock: number
  final: number
  maxRanges: number
}

async function readRanges(
  reader: ChainReader,
  { groups, fromBlock, final, maxRanges }: RangesToRead
): Promise<ReadTransfers> {
  const transfers: SeenTransfer[] = []
  let first = fromBlock
  let blocks = RANGE
  let error: RpcError | null = null
  for (let each = 0; each < maxRanges && first <= final && !error; each++) {
    const last = Math.min(final, first + blocks - 1)
    const read = await readRange(reader, groups, { first, last, final })
    if (!read.error) {
      transfers.push(...read.transfers)
      first = last + 1
    } else if (last > first) {
      // So many blocks may also take too long, or count as too many requests.
      blocks = Math.floor((last - first + 1) / 2)
    } else {
      error = read.error
    }
  }
  return { transfers, nextBlock: first, isComplete: first > final, error }
}

/**
 * Divides addresses into groups that endpoints take. Duplicates are left out,
 * as is a text that is not an address: it receives nothing, and would have the
 * whole call refused. No group is empty, since an empty list is all of them.
 */
function groupsOf(addresses: readonly string[]): string[][] {
  const valid = addresses.filter((each) => /^0x[0-9a-f]{40}$/i.test(each))
  const all = [...new Set(valid.map((each) => each.toLowerCase()))]
  const count = Math.ceil(all.length / MAX_ADDRESSES)
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES)
  )
}

function missing(fromBlock: number): RpcError {
  return new RpcError(
    `has block ${fromBlock - 1}, up to which transfers were read. They are read again from the oldest payment on. If that repeats, check that the endpoints are of the right network.`,
    "bad_answer"
  )
}
