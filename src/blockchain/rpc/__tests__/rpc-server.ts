import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

type Asked = { id: number; method: string; params: unknown[] }

/** An endpoint on a real socket, whose answers a test sets. */
export type RpcServer = {
  url: string
  /** The calls of each request. */
  requests: Asked[][]
  close(): Promise<void>
}

/** Answers every request. */
export type Answering = (asked: Asked[], response: ServerResponse) => void

export async function startRpcServer(answer: Answering): Promise<RpcServer> {
  const requests: Asked[][] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(pieces).toString()) as Asked[]
      requests.push(asked)
      answer(asked, response)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/** Answers each call with a result. */
export function results(of: (asked: Asked) => unknown): Answering {
  return (asked, response) =>
    respond(
      response,
      200,
      asked.map((each) => ({ jsonrpc: "2.0", id: each.id, result: of(each) }))
    )
}

export function respond(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {}
): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body))
}
