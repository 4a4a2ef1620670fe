import type { ChainReader, Finality } from "../chain-reader"
import { polygon } from "../networks"
import type { Answering } from "../rpc/__tests__/rpc-server"
import { rpcTest, type RpcTest } from "../rpc/__tests__/rpc-test"
import { TIME } from "./node"

/** Lets each test of a file open nodes, which are asked in this order. */
export function nodeTest(): (
  answer: Answering | Answering[],
  finality?: Finality
) => Promise<RpcTest & { reader: ChainReader }> {
  const open = rpcTest({ now: () => (TIME + 110) * 1_000 })
  return async (answer, finality = "finalized") => {
    const opened = await open(...[answer].flat())
    const { client } = opened
    return { ...opened, reader: { client, network: polygon, finality } }
  }
}
