import {
  createServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"

/** What stands before a store's processes: the one address that buyers and the gateway know. */
export type Front = { url: string; close(): Promise<void> }

const PATIENCE_MS = 60_000

/**
 * Starts a load balancer that hands each request to the next living process.
 * One that refuses the connection is passed over; a request that was taken and
 * then lost is a 502, and never sent twice. `/shop/…` is the storefront that
 * buyers come back to.
 *
 * @param living the addresses of the processes that listen now
 * @param own answers what the processes are not asked for, and says whether it did
 */
export async function startFront(
  living: () => string[],
  own: (path: string, answer: ServerResponse) => boolean = () => false
): Promise<Front> {
  let turn = 0
  const server = createServer((incoming, answer) => {
    if (incoming.url?.startsWith("/shop/")) {
      answer.end("Welcome back.")
      return
    }
    if (own(incoming.url?.split("?")[0] ?? "", answer)) {
      return
    }
    const targets = living()
    const first = turn++
    const order = targets.map(
      (_, index) => targets[(first + index) % targets.length] ?? ""
    )
    void bodyOf(incoming).then(
      (body) => forward(incoming, answer, body, order),
      () => answer.destroy()
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) {
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

function forward(
  incoming: IncomingMessage,
  answer: ServerResponse,
  body: Buffer,
  [target, ...others]: string[]
): void {
  if (!target) {
    refuse(answer, 503, "No process of the store is running.")
    return
  }
  const { method, url = "/", headers } = incoming
  const outgoing = request(
    new URL(url, target),
    { method, headers, timeout: PATIENCE_MS, agent: false },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
      reply.on("error", () => answer.destroy())
      // Who leaves an open stream leaves the process behind it too.
      answer.on("close", () => outgoing.destroy())
    }
  )
  outgoing.on("timeout", () => outgoing.destroy())
  outgoing.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") {
      forward(incoming, answer, body, others)
    } else {
      refuse(answer, 502, "The store's process was lost on the way.")
    }
  })
  outgoing.end(body)
}

function refuse(answer: ServerResponse, status: number, message: string): void {
  if (answer.headersSent) {
    answer.destroy()
    return
  }
  answer.writeHead(status, { "content-type": "application/json" })
  answer.end(JSON.stringify({ message }))
}
