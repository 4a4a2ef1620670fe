import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import type { ListenAddress } from "./listen-address"

/**
 * Longer than proxies keep idle connections (nginx one minute, Caddy two): a
 * request that a proxy sends while this side closes the connection is lost.
 */
const KEEP_ALIVE_MS = 150_000

/**
 * Time for connections in use to end with a response, before idle ones are
 * closed.
 */
const DRAINED_WITHIN_MS = 500
const CHECKED_EVERY_MS = 25

/** Far longer than storing takes: a client has stopped amid its request. */
const ENDED_WITHIN_MS = 10_000

/** An HTTP server that ends without losing requests. */
export class WebhookServer {
  readonly #server: Server
  #isEnding = false

  constructor(handle: RequestListener) {
    this.#server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS },
      (req, res) => {
        if (this.#isEnding) {
          res.setHeader("connection", "close")
        }
        handle(req, res)
      }
    )
  }

  /** @throws the error of listening */
  async listen(address: ListenAddress): Promise<void> {
    this.#server.listen(address)
    await once(this.#server, "listening")
  }

  /** `http://host:port`, or `unix:` and the path of a socket. */
  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === "string") {
      return `unix:${address ?? ""}`
    }
    const { family, address: host, port } = address
    return `http://${family === "IPv6" ? `[${host}]` : host}:${port}`
  }

  /** Finishes the requests in hand. */
  async close(): Promise<void> {
    this.#isEnding = true
    const until = performance.now() + DRAINED_WITHIN_MS
    while (performance.now() < until && (await this.#connections()) > 0) {
      await wait(CHECKED_EVERY_MS)
    }
    const closed = once(this.#server, "close")
    this.#server.close()
    // A connection that is kept alive becomes idle after its response.
    const idle = setInterval(
      () => this.#server.closeIdleConnections(),
      CHECKED_EVERY_MS
    )
    const stuck = setTimeout(
      () => this.#server.closeAllConnections(),
      ENDED_WITHIN_MS
    )
    await closed
    clearInterval(idle)
    clearTimeout(stuck)
  }

  async #connections(): Promise<number> {
    return await new Promise((resolve) =>
      this.#server.getConnections((error, count) => resolve(error ? 0 : count))
    )
  }
}
