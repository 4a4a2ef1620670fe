import { randomInt } from "node:crypto"
import { once } from "node:events"
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from "node:http"

export type ProxiedRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type ProxiedAnswer = {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** How a proxy alters the traffic. */
export type Behaviour = {
  /** Answers in place of the server behind it. */
  answer?: (request: ProxiedRequest) => ProxiedAnswer
  /** Changes a request's body before forwarding it. */
  changeBody?: (body: Buffer) => Buffer
  /** Milliseconds added to the `Date` of the response. */
  skewMs?: number
}

/**
 * A proxy with an address that is known before the server behind it runs. It
 * can tamper with the traffic.
 */
export class Proxy {
  readonly url: string
  readonly requests: ProxiedRequest[] = []
  behaviour: Behaviour = {}
  /** The server behind it. */
  target = ""
  #server?: Server
  readonly #port = randomInt(30_000, 32_000)

  constructor() {
    this.url = `http://localhost:${this.#port}`
  }

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      void this.#handle(request).then(
        ({ status, headers, body }) => {
          response.sendDate = !headers?.date
          response.writeHead(status, headers)
          response.end(body)
        },
        () => response.destroy()
      )
    }).listen(this.#port)
    await once(this.#server, "listening")
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server) {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }

  /** Restores the state of a new proxy. */
  reset(): void {
    this.behaviour = {}
    this.requests.length = 0
  }

  async #handle(incoming: IncomingMessage): Promise<ProxiedAnswer> {
    const { answer, changeBody = same, skewMs = 0 } = this.behaviour
    const request: ProxiedRequest = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      headers: incoming.headers,
      body: await bodyOf(incoming),
    }
    this.requests.push(request)
    if (answer) {
      return answer(request)
    }
    const {
      host,
      connection,
      "content-length": length,
      ...headers
    } = request.headers as Record<string, string>
    void [host, connection, length]
    const response = await fetch(`${this.target}${request.path}`, {
      method: request.method,
      headers,
      body: request.method === "GET" ? undefined : changeBody(request.body),
      redirect: "manual",
    })
    return {
      status: response.status,
      headers: {
        "content-type": response.headers.get("content-type") ?? "text/plain",
        date: new Date(Date.now() + skewMs).toUTCString(),
      },
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
}

function same(body: Buffer): Buffer {
  return body
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
