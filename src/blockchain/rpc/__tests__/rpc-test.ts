import { RpcClient } from "../index"
import type { EndpointOptions } from "../rpc-endpoint"
import { type Answering, type RpcServer, startRpcServer } from "./rpc-server"

/** Endpoints and a client of them, which end with the test. */
export type RpcTest = {
  /** The first one. */
  server: RpcServer
  servers: RpcServer[]
  client: RpcClient
}

/** Lets each test of a block open the endpoints of a chain. */
export function rpcTest(
  options: EndpointOptions = {}
): (...answers: Answering[]) => Promise<RpcTest> {
  const opened: RpcServer[] = []

  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()))
  })

  return async (...answers) => {
    const servers = await Promise.all(answers.map(startRpcServer))
    opened.push(...servers)
    const urls = servers.map(({ url }) => url)
    const client = new RpcClient(urls, options)
    return { server: servers[0]!, servers, client }
  }
}
