import { encodeAddress } from "../abi"
import type { Network } from "../networks"
import { logsOf, type RpcEndpoint, RpcError } from "../rpc"
import { TRANSFER_TOPIC } from "../transfer-log"

/** Blocks. Smaller ranges make finding transfers slow. */
export const ENOUGH_LOGS = 100
/** Numbers of blocks, as vendors limit them. */
const RANGES = [10_000, 2_000, 500, ENOUGH_LOGS, 5]
/** Another node behind the same address may not have the last blocks yet. */
const BEHIND_HEAD = 5
/** Receives nothing, so that only the range decides about the answer. */
const UNUSED_ADDRESS = `0x${Buffer.from("no transfers to here").toString("hex")}`

/**
 * Finds how many blocks `eth_getLogs` takes at once, the largest range first.
 *
 * @param head number of the last block
 * @param maxRange blocks. Larger ranges are not tried
 * @returns null: none of the ranges
 * @throws RpcError after too many requests, or without an answer
 */
export async function findLogRange(
  endpoint: RpcEndpoint,
  { tokens }: Network,
  head: number,
  maxRange: number
): Promise<number | null> {
  const toBlock = Math.max(0, head - BEHIND_HEAD)
  let last: RpcError | null = null
  for (const range of RANGES.filter((each) => each <= maxRange)) {
    const call = logsOf({
      fromBlock: Math.max(0, toBlock - range + 1),
      toBlock,
      addresses: Object.values(tokens).map(({ address }) => address),
      topics: [[TRANSFER_TOPIC], null, [`0x${encodeAddress(UNUSED_ADDRESS)}`]],
    })
    last = await errorOf(endpoint, call)
    if (!last) {
      return range
    }
    if (last.code === "rate_limited") {
      throw last
    }
  }
  // Smaller ranges may be answered where larger ones take too long.
  if (last?.code === "unreachable") {
    throw last
  }
  return null
}

async function errorOf(
  endpoint: RpcEndpoint,
  call: ReturnType<typeof logsOf>
): Promise<RpcError | null> {
  try {
    const [logs] = await endpoint.batch([call])
    return logs.ok ? null : logs.error
  } catch (error) {
    if (error instanceof RpcError) {
      return error
    }
    throw error
  }
}
