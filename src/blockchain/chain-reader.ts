import type { Finality } from "./finality"
import type { Network } from "./networks"
import type { RpcClient } from "./rpc"

/** Access to one chain. */
export type ChainReader = {
  client: Pick<RpcClient, "batch">
  network: Network
  finality: Finality
}
