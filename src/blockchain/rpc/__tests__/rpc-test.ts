import { RpcClient, RpcEndpoint } from "../index"
import { type Answering, type RpcServer, startRpcServer } from "./rpc-server"

/** An endpoint and a client of it, which end with the test. */
export type RpcTest = { server: RpcServer; client: RpcClient }

/**
 * Lets each test of a block open an endpoint.
 *
 * @param time the clock in milliseconds since 1970
 */
export function rpcTest(
  time = Date.now
): (answer: Answering) => Promise<RpcTest> {
  const opened: RpcTest[] = []

  afterEach(async () => {
    for (const { client, server } of opened.splice(0)) {
      await client.close()
      await server.close()
    }
  })

  return async (answer) => {
    const server = await startRpcServer(answer)
    const { url } = server
    const client = new RpcClient([new RpcEndpoint({ url })], { time })
    opened.push({ server, client })
    return { server, client }
  }
}
