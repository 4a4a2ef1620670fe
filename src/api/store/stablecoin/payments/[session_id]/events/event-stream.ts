import { createHash, randomInt } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Server } from "node:net"
import type { StorePaymentResponse } from "../../../../../../http-types/store"
import { storePayment } from "../../../../../../modules/stablecoin/payments/stream/store-payment"
import type { StreamedPayment } from "../../../../../../modules/stablecoin/repository/streamed-payments"

/** Long enough to pay. Who still waits then comes back by itself. */
const OPEN_FOR_MS = 15 * 60_000

/** Buyers who lose a process together do not all come back at the same moment. */
const COME_BACK_AFTER_MS = [500, 2_500] as const

const HEAD = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // no-transform: a compressing proxy, or Medusa's own compression, would hold events back.
  "Cache-Control": "no-cache, no-transform",
  // The same for nginx's buffer.
  "X-Accel-Buffering": "no",
}

/** `last`: there is nothing more to wait for. Else the client comes back. */
export type EndReason = "last" | "timeout" | "shutdown"

export function sendHead(res: ServerResponse): void {
  res.writeHead(200, HEAD)
}

/** One client's open answer. It holds little: there may be thousands. */
export class EventStream {
  readonly #endsAt = Date.now() + OPEN_FOR_MS
  #sent: string | null
  #closed: boolean

  /** @param seen the id of the last event that the client has had */
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

  /** Sends a state, unless the client knows it. It ends after the last one. */
  show(payment: StreamedPayment): void {
    if (this.#isOver()) {
      return
    }
    this.#begin()
    const now = new Date()
    const shown = storePayment(payment, this.sessionId, now)
    // Of the state alone: that time passes is no news.
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

  /** A comment, so that nobody between takes the connection for dead. */
  beat(): void {
    if (this.res.headersSent && !this.#isOver()) {
      this.res.write(":\n\n")
    }
  }

  /** Ends it when its time is up, or when its server takes no one any more: a store that shuts down waits for every open answer. */
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

  /** Calls back when the connection is closed, at once if it is. */
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
