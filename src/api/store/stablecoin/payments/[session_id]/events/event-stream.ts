import { createHash, randomInt } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Server } from "node:net"
import type { StorePaymentResponse } from "../../../../../../http-types/store"
import { storePayment } from "../../../../../../modules/stablecoin/service"
import type { StreamedPayment } from "../../../../../../modules/stablecoin/types"

/**
 * Long enough to pay. A client that still waits then reconnects automatically.
 */
const OPEN_FOR_MS = 15 * 60_000

/**
 * Randomized, so that buyers who lose a process together don't all reconnect at
 * once.
 */
const COME_BACK_AFTER_MS = [500, 2_500] as const

const HEAD = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // no-transform: a compressing proxy, or Medusa's own compression, would delay
  // events.
  "Cache-Control": "no-cache, no-transform",
  // Disables nginx's buffer for the same reason.
  "X-Accel-Buffering": "no",
}

/**
 * `last`: no further state follows. After any other reason the client
 * reconnects.
 */
export type EndReason = "last" | "timeout" | "shutdown"

export function sendHead(res: ServerResponse): void {
  res.writeHead(200, HEAD)
}

/** One client's open response. It is small, because there may be thousands. */
export class EventStream {
  readonly #endsAt = Date.now() + OPEN_FOR_MS
  #sent: string | null
  #closed: boolean

  /** @param seen the id of the last event that the client received */
  constructor(
    private readonly res: ServerResponse,
    readonly sessionId: string,
    seen: string | undefined
  ) {
    this.#sent = seen ?? null
    // A client that hung up before the handler ran emits no further "close".
    this.#closed = res.destroyed || res.closed
    res.once("close", () => {
      this.#closed = true
    })
  }

  /** Whether the client has hung up. */
  get closed(): boolean {
    return this.#closed
  }

  /**
   * Sends a state, unless the client already has it. Ends after the last one.
   */
  show(payment: StreamedPayment): void {
    if (this.#isOver()) {
      return
    }
    this.#begin()
    const now = new Date()
    const shown = storePayment(payment, this.sessionId, now)
    // Hashes the state without the time: passing time is not a change.
    const id = createHash("sha256")
      .update(JSON.stringify(shown))
      .digest("base64url")
      .slice(0, 22)
    if (id !== this.#sent) {
      this.#sent = id
      const data = JSON.stringify({
        payment: shown,
        now: now.toISOString(),
      } satisfies StorePaymentResponse)
      this.res.write(`event: payment\nid: ${id}\ndata: ${data}\n\n`)
    }
    if (shown.final) {
      this.#end("last")
    }
  }

  /**
   * Sends an SSE comment, so that proxies don't consider the connection dead.
   */
  beat(): void {
    if (this.res.headersSent && !this.#isOver()) {
      this.res.write(":\n\n")
    }
  }

  /**
   * Ends the stream when its time is up, or when the server stops listening: a
   * store that shuts down waits for every open response.
   */
  look(now: number): void {
    if (!this.res.headersSent || this.#isOver()) {
      return
    }
    const { server } = (this.res.socket ?? {}) as { server?: Server }
    if (server?.listening === false) {
      this.#end("shutdown")
    } else if (now >= this.#endsAt) {
      this.#end("timeout")
    }
  }

  /** Calls back when the connection closes, at once if it already has. */
  onceClosed(done: () => void): void {
    if (this.#closed) {
      done()
    } else {
      this.res.once("close", done)
    }
  }

  #begin(): void {
    if (!this.res.headersSent) {
      sendHead(this.res)
      this.res.write(`retry: ${randomInt(...COME_BACK_AFTER_MS)}\n\n`)
    }
  }

  #end(reason: EndReason): void {
    this.res.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
  }

  #isOver(): boolean {
    return this.#closed || this.res.writableEnded
  }
}
