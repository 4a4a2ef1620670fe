import { knownCoins } from "./coins"
import type { Network } from "./networks"
import { type Log, logsOf, type RpcCall } from "./rpc"

/** `keccak256("Transfer(address,address,uint256)")`, defined by ERC-20. */
export const TRANSFER_TOPIC =
  "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** A `Transfer` event of any contract. Addresses are in lower case. */
export type TransferLog = {
  /** The contract that emitted it: anyone can deploy one that does. */
  token: string
  from: string
  to: string
  units: bigint
  /** Position in its block, which tells transfers of a transaction apart. */
  log_index: number
}

/**
 * The call for the transfers of a network's known coins in a range of blocks.
 *
 * @param addresses receivers. An empty list would be all of them
 */
export function transfersTo(
  addresses: readonly string[],
  [fromBlock, toBlock]: readonly [number, number],
  network: Network
): RpcCall<Log[]> {
  return logsOf({
    fromBlock,
    toBlock,
    addresses: knownCoins(network).map(({ address }) => address),
    topics: [[TRANSFER_TOPIC], null, addresses.map(topicOf)],
  })
}

/** An address as a topic of a log, which has 32 bytes. */
export function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`
}

const WORD = /^0x[0-9a-f]{64}$/i
/** An address in a topic is padded with zeros on the left. */
const ADDRESS_WORD = /^0x0{24}([0-9a-f]{40})$/i

/**
 * Reads an ERC-20 `Transfer`.
 *
 * @returns null for another event. `Transfer` of an ERC-721 has the same
 *   signature and one more topic.
 */
export function readTransferLog(log: Log): TransferLog | null {
  const [signature, sender, receiver, ...others] = log.topics
  const from = ADDRESS_WORD.exec(sender ?? "")?.[1]
  const to = ADDRESS_WORD.exec(receiver ?? "")?.[1]
  if (
    signature?.toLowerCase() !== TRANSFER_TOPIC ||
    others.length > 0 ||
    !from ||
    !to ||
    !WORD.test(log.data)
  ) {
    return null
  }
  return {
    token: log.address.toLowerCase(),
    from: `0x${from.toLowerCase()}`,
    to: `0x${to.toLowerCase()}`,
    units: BigInt(log.data),
    log_index: log.logIndex,
  }
}
