import type { ChainReader } from "./chain-reader"
import { isSanctioned } from "./contract-calls"
import { newestBlock, type RpcCall, type RpcResult } from "./rpc"

/**
 * Whether a sanctions oracle lists an address. `unknown`: it was not answered,
 * which clears nothing.
 */
export type Screening = "clear" | "listed" | "unknown"

/** Asks the chain's sanctions oracle about addresses, in one request. */
export async function screenSenders(
  { client, network }: Pick<ChainReader, "client" | "network">,
  senders: readonly string[]
): Promise<Map<string, Screening>> {
  const { address: oracle } = network.sanctionsOracle
  const distinct = [...new Set(senders)]
  // A node that is stuck knows no later entry of the list.
  const [, ...results] = distinct.length
    ? await client.batch<[RpcCall<unknown>, ...RpcCall<boolean | null>[]]>([
        newestBlock(),
        ...distinct.map((sender) => isSanctioned(oracle, sender)),
      ])
    : []
  return new Map(
    distinct.map((sender, index) => [sender, screeningOf(results[index])])
  )
}

function screeningOf(result: RpcResult<boolean | null> | undefined): Screening {
  // Null: there is no contract at the oracle's address.
  if (!result?.ok || result.value === null) {
    return "unknown"
  }
  return result.value ? "listed" : "clear"
}
