import { encodeAddress } from "../abi"
import type { ChainReader } from "../chain-reader"
import { knownCoins } from "../known-coins"
import { blockOf, firstError, logsOf, type RpcCall, RpcError } from "../rpc"
import type { Block, Log } from "../schemas"
import { TRANSFER_TOPIC } from "../transfer-log"
import type { AddressGroup } from "./address-groups"
import { type MinedTransfer, readMinedTransfer } from "./mined-transfer"

/** A range of blocks, and the last final one, which is not before it. */
export type Range = { first: number; last: number; final: number }

/** Answer of one request. */
export type TransferAnswer = {
  transfers: MinedTransfer[]
  /** Groups that got no answer. */
  unread: readonly AddressGroup[]
  error: RpcError | null
}

/** Reads transfers of the known coins in one request, with a call per group. */
export async function requestTransfers(
  { client, network }: ChainReader,
  groups: readonly AddressGroup[],
  { first, last, final }: Range
): Promise<TransferAnswer> {
  const contracts = knownCoins(network).map(({ address }) => address)
  const calls = groups.map((group) =>
    logsOf({
      fromBlock: first,
      toBlock: last,
      addresses: contracts,
      topics: [[TRANSFER_TOPIC], null, group.map(topicOf)],
    })
  )
  // A node answers with the logs of the blocks that it has. One that lags
  // behind would hide transfers, so it has to show the last block as well.
  const [block, ...results] = await client.batch<
    [RpcCall<Block | null>, ...RpcCall<Log[]>[]]
  >([blockOf(final), ...calls])
  const error = firstError([...results, block])
  if (!block.ok || !block.value) {
    return { transfers: [], unread: groups, error: error ?? lagging() }
  }
  const logs = results.flatMap((result) => (result.ok ? result.value : []))
  const isAsked = isOneOf(groups.flat())
  const isKnown = isOneOf(contracts)
  return {
    // Some endpoints ignore a part of the filter.
    transfers: logs
      .flatMap((log) => readMinedTransfer(log) ?? [])
      .filter(
        ({ token, to, block_number }) =>
          isKnown(token) &&
          isAsked(to) &&
          first <= block_number &&
          block_number <= last
      ),
    unread: groups.filter((_, index) => !results[index]?.ok),
    error,
  }
}

function topicOf(address: string): string {
  return `0x${encodeAddress(address)}`
}

/** @returns a test of texts in lower case */
function isOneOf(addresses: readonly string[]): (address: string) => boolean {
  const known = new Set(addresses.map((address) => address.toLowerCase()))
  return (address) => known.has(address)
}

function lagging(): RpcError {
  return new RpcError(
    "that reads logs has the last final block yet.",
    "bad_answer"
  )
}
