import { encodeAddress } from "../abi"
import type { Network } from "../networks"
import { logsOf, type RpcClient, type RpcError } from "../rpc"
import { TRANSFER_TOPIC } from "../transfer-log"
import {
  type EndpointProblem,
  endpointProblem,
  problemOf,
} from "./endpoint-problem"

/** Blocks. Smaller ranges make finding transfers slow. */
const ENOUGH_LOGS = 100
/** Blocks. The smallest range by which transfers are found. */
const FEWEST_LOGS = 5
/** Another node behind the same address may not have the last blocks yet. */
const BEHIND_HEAD = 5
/** Receives nothing, so that only the range decides about the answer. */
const UNUSED_ADDRESS = `0x${Buffer.from("no transfers to here").toString("hex")}`

/**
 * Finds out in one or two requests whether an endpoint returns enough logs at
 * once to find transfers.
 *
 * @param head number of the last block
 */
export async function problemOfLogs(
  client: RpcClient,
  host: string,
  network: Network,
  head: number
): Promise<EndpointProblem | null> {
  const error = await errorOf(client, network, head, ENOUGH_LOGS)
  if (!error) {
    return null
  }
  const last =
    error.code === "rate_limited"
      ? error
      : await errorOf(client, network, head, FEWEST_LOGS)
  if (!last) {
    return endpointProblem("small_log_range", { host, blocks: FEWEST_LOGS })
  }
  return last.code === "rate_limited"
    ? problemOf(last)
    : endpointProblem("no_logs", { host })
}

async function errorOf(
  client: RpcClient,
  { tokens }: Network,
  head: number,
  blocks: number
): Promise<RpcError | null> {
  const toBlock = Math.max(0, head - BEHIND_HEAD)
  const call = logsOf({
    fromBlock: Math.max(0, toBlock - blocks + 1),
    toBlock,
    addresses: Object.values(tokens).map(({ address }) => address),
    topics: [[TRANSFER_TOPIC], null, [`0x${encodeAddress(UNUSED_ADDRESS)}`]],
  })
  const [logs] = await client.batch([call])
  return logs.ok ? null : logs.error
}
