import type { SeenTransfer } from "../../ledger"
import { type ChainReader, readBlocks } from "../chain-reader"
import { fromBaseUnits, isSameHex, type KnownCoin, knownCoinAt } from "../coins"
import {
  type Block,
  blockOf,
  firstError,
  isAnswered,
  type Log,
  type RpcCall,
  RpcError,
} from "../rpc"
import { readTransferLog, type TransferLog, transfersTo } from "../transfer-log"

/** A range of blocks, and the last final one, which is not before it. */
export type Range = { first: number; last: number; final: number }

export type RangeRead =
  { transfers: SeenTransfer[]; error: null } | { error: RpcError }

/** A transfer that moved known coins, with its log. */
type MinedTransfer = { log: Log; coin: KnownCoin } & TransferLog

/**
 * Reads the transfers of the known coins in a range: all of them, or none. The
 * time of their blocks is read afterwards.
 *
 * @param groups addresses, as many of each as endpoints take in one call
 */
export async function readRange(
  reader: ChainReader,
  groups: readonly (readonly string[])[],
  range: Range
): Promise<RangeRead> {
  const { client, network } = reader
  const calls = groups.map((group) =>
    transfersTo(group, [range.first, range.last], network)
  )
  // A node answers with the logs of the blocks that it has. One that lags
  // behind would hide transfers, so it has to show the last block as well.
  const [final, ...results] = await client.batch<
    [RpcCall<Block | null>, ...RpcCall<Log[]>[]]
  >([blockOf(range.final), ...calls])
  const error = firstError([...results, final])
  if (error || !final) {
    return { error: error ?? failed("has the last final block yet.") }
  }
  const isAsked = new Set(groups.flat())
  const mined = results
    .filter(isAnswered)
    .flat()
    .flatMap((log) => minedTransfer(log, reader) ?? [])
    // Some endpoints ignore a part of the filter.
    .filter(
      ({ to, log: { blockNumber } }) =>
        isAsked.has(to) &&
        range.first <= blockNumber &&
        blockNumber <= range.last
    )
  return await withTimes(reader, mined)
}

/**
 * Returns null for another event, for another coin, for a log that a
 * reorganization removed, and for a transfer of nothing. Anyone can make one in
 * the name of any sender, which is how lookalike addresses get into the
 * histories of wallets.
 */
function minedTransfer(
  log: Log,
  { network }: ChainReader
): MinedTransfer | null {
  const transfer = log.removed ? null : readTransferLog(log)
  const coin = knownCoinAt(network, log.address)
  return transfer && coin && transfer.units > 0n
    ? { ...transfer, log, coin }
    : null
}

/**
 * Adds the time of its block to each transfer. A block is read after its logs,
 * and must still be the one that contains them.
 */
async function withTimes(
  reader: ChainReader,
  mined: readonly MinedTransfer[]
): Promise<RangeRead> {
  const { blocks, error } = await readBlocks(
    reader,
    mined.map(({ log }) => log.blockNumber)
  )
  if (error) {
    return { error }
  }
  const transfers: SeenTransfer[] = []
  for (const { log, coin, units, log_index, from, to } of mined) {
    const block = blocks.get(log.blockNumber)
    if (!block || !isSameHex(block.hash, log.blockHash)) {
      return { error: failed("shows the block of a transfer any more.") }
    }
    transfers.push({
      chain: reader.network.chain,
      tx_hash: log.transactionHash.toLowerCase(),
      log_index,
      currency: coin.name,
      amount: fromBaseUnits(units, coin.decimals),
      sender: from,
      destination_address: to,
      block_number: block.number,
      arrived_at: new Date(block.timestamp * 1_000),
    })
  }
  transfers.sort(
    (one, other) =>
      one.block_number - other.block_number ||
      Number(one.log_index) - Number(other.log_index)
  )
  return { transfers, error: null }
}

function failed(reason: string): RpcError {
  return new RpcError(reason, "bad_answer")
}
