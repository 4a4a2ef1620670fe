import type { ChainReader } from "../../chain-reader"
import type { Finality } from "../../chain-reader"
import { polygon } from "../../networks"
import { TIME } from "./node"
import { RpcClient } from "../../rpc"
import {
  type Answering,
  type RpcServer,
  startRpcServer,
} from "../../rpc/__tests__/rpc-server"

/** Access to nodes on real sockets. */
export type OpenNodes = {
  reader: ChainReader
  servers: RpcServer[]
  close(): Promise<void>
}

/** Starts nodes, which are asked in this order. */
export async function openNodes(
  answers: readonly Answering[],
  finality: Finality = "finalized"
): Promise<OpenNodes> {
  const servers = await Promise.all(answers.map(startRpcServer))
  const client = new RpcClient(
    servers.map(({ url }) => url),
    { now: () => (TIME + 110) * 1_000 }
  )
  return {
    reader: { client, network: polygon, finality },
    servers,
    close: async () => {
      await Promise.all(servers.map(({ close }) => close()))
    },
  }
}
