import { request, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { setTimeout as wait } from "node:timers/promises"

/** A request whose body has been read. */
export type BufferedRequest = Pick<
  IncomingMessage,
  "method" | "url" | "headers"
> & { body: Buffer }

type Reply = {
  status: number
  headers: IncomingMessage["headers"]
  body: Buffer
}

const RETRY_FOR_MS = 10_000
const BETWEEN_TRIES_MS = 50
const TIMEOUT_MS = 60_000

/**
 * Passes webhooks to the next living receiver. A request whose connection is
 * refused, or lost before its response, is sent again for some seconds: so does
 * a reverse proxy in front of receivers that restart, such as HAProxy with
 * `retry-on conn-failure empty-response`. Its sender sends it once. A response
 * is passed on, with any status.
 */
export class WebhookProxy {
  #turn = 0

  /** @param living the addresses of the receivers that listen now */
  constructor(
    private readonly living: () => string[],
    private readonly retryForMs = RETRY_FOR_MS
  ) {}

  async pass(incoming: BufferedRequest, answer: ServerResponse): Promise<void> {
    const until = performance.now() + this.retryForMs
    for (;;) {
      const reply = await this.#try(incoming)
      if (reply) {
        answer.writeHead(reply.status, reply.headers)
        answer.end(reply.body)
        return
      }
      if (answer.destroyed) {
        return
      }
      if (performance.now() > until) {
        answer.writeHead(503, { "content-type": "application/json" })
        answer.end(JSON.stringify({ message: "No receiver answers." }))
        return
      }
      await wait(BETWEEN_TRIES_MS)
    }
  }

  /** @returns null without a response */
  async #try(incoming: BufferedRequest): Promise<Reply | null> {
    const targets = this.living()
    const target = targets[this.#turn++ % targets.length]
    return target ? await send(incoming, target).catch(() => null) : null
  }
}

async function send(
  { method, url = "/", headers, body }: BufferedRequest,
  target: string
): Promise<Reply> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(
      new URL(url, target),
      { method, headers, timeout: TIMEOUT_MS, agent: false },
      resolve
    )
    outgoing.on("timeout", () => outgoing.destroy(new Error("timed out")))
    outgoing.on("error", reject)
    outgoing.end(body)
  })
  const { statusCode: status = 502, headers: answered } = reply
  return { status, headers: answered, body: await buffer(reply) }
}
