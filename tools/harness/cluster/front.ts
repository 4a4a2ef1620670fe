import {
  createServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { WebhookProxy } from "./webhook-proxy"

/**
 * The load balancer of a store's processes, at the address that buyers and the
 * gateway use.
 */
export type Front = { url: string; close(): Promise<void> }

const TIMEOUT_MS = 60_000
const WEBHOOKS = "/hooks/"

/**
 * Starts a load balancer that passes each request to the next living process.
 * It skips a process that refuses the connection. A request that was accepted
 * and then lost is a 502, and is never sent twice. `/shop/…` is the storefront
 * that buyers return to.
 *
 * @param living the addresses of the processes that listen now
 * @param own serves paths that the processes don't, and returns whether it did
 * @param receivers the addresses of the receivers that listen now, which get
 *   the webhooks. Absent: the store's processes receive them, too
 * @param port 0: any free port
 */
export async function startFront(
  living: () => string[],
  own: (path: string, answer: ServerResponse) => boolean = () => false,
  receivers?: () => string[],
  port = 0
): Promise<Front> {
  const webhooks = receivers && new WebhookProxy(receivers)
  let turn = 0
  const server = createServer((incoming, answer) => {
    if (incoming.url?.startsWith("/shop/")) {
      answer.end("Welcome back.")
      return
    }
    if (own(incoming.url?.split("?")[0] ?? "", answer)) {
      return
    }
    if (webhooks && incoming.url?.startsWith(WEBHOOKS)) {
      const { method, url, headers } = incoming
      void buffer(incoming)
        .then((body) => webhooks.pass({ method, url, headers, body }, answer))
        .catch(() => answer.destroy())
      return
    }
    const targets = living()
    const first = turn++
    const order = targets.map(
      (_, index) => targets[(first + index) % targets.length] ?? ""
    )
    void buffer(incoming).then(
      (body) => forward(incoming, answer, body, order),
      () => answer.destroy()
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "localhost", resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
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
    { method, headers, timeout: TIMEOUT_MS, agent: false },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
      reply.on("error", () => answer.destroy())
      // A client that leaves also closes the connection to the process.
      answer.on("close", () => outgoing.destroy())
    }
  )
  outgoing.on("timeout", () => outgoing.destroy())
  outgoing.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") {
      forward(incoming, answer, body, others)
    } else {
      refuse(answer, 502, "The connection to the store's process was lost.")
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
