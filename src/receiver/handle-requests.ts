import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http"
import { SIGNATURE_HEADER, verifySignature } from "../gateway/signature"
import type { Rail } from "../ledger/rails"
import { railOfPath } from "../modules/stablecoin/webhooks/http/rail-of-path"
import {
  type RawBody,
  rawBodyOf,
} from "../modules/stablecoin/webhooks/http/raw-body"
import { messageOf } from "../shared/message-of"
import type { Logger } from "./logger"
import type { Spool } from "./spool"
import { RECEIVER_HEADER, type StoreClient } from "./store-client"
import { forwardedHeaders, pathnameOf, type Webhook } from "./webhook"

export type RequestParts = {
  client: Pick<StoreClient, "send">
  spool: Spool
  secrets: readonly string[]
  logger: Logger
}

/** Files that `/health` names. */
const MOST_STUCK = 20

/** Answers the gateway's webhooks and `GET /health`. */
export function handleRequests(parts: RequestParts): RequestListener {
  const requests = new Requests(parts)
  return (req, res) => void requests.handle(req, res)
}

class Requests {
  /** Since this process started, by what became of them. */
  readonly #counts = { forwarded: 0, refused: 0, kept: 0, rejected: 0, lost: 0 }

  constructor(private readonly parts: RequestParts) {}

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = pathnameOf(req.url ?? "")
    const rail = req.method === "POST" ? railOfPath(path) : null
    // Between two requests on one connection, a restart could lose the second.
    res.setHeader("connection", "close")
    if (req.headers[RECEIVER_HEADER]) {
      req.resume()
      const message = "--store leads back to a receiver, not to the store."
      respond(res, 508, { type: "loop", message })
    } else if (rail) {
      await this.#receive(rail, req, res)
    } else if (path === "/health" && req.method === "GET") {
      await this.#health(res)
    } else {
      req.resume()
      respond(res, 404, { type: "not_found", message: "Not found." })
    }
  }

  async #receive(
    rail: Rail,
    req: IncomingMessage,
    res: ServerResponse
  ): Promise<void> {
    const body = await rawBodyOf(req)
    if (!Buffer.isBuffer(body)) {
      this.#counts.rejected += 1
      return respondUnread(res, body)
    }
    const webhook: Webhook = {
      received_at: new Date().toISOString(),
      path: String(req.url),
      headers: forwardedHeaders(req.headers),
      body,
    }
    const sent = await this.parts.client.send(webhook)
    if (sent.is === "failed") {
      return await this.#keep(rail, webhook, sent.reason, res)
    }
    if (sent.is === "stored") {
      this.#counts.forwarded += 1
      await this.parts.spool.logHandedOver(webhook)
    } else {
      this.#counts.refused += 1
    }
    respond(res, sent.answer.status, sent.answer.body)
  }

  /** Keeps a webhook that the store could not store. */
  async #keep(
    rail: Rail,
    webhook: Webhook,
    reason: string,
    res: ServerResponse
  ): Promise<void> {
    const { spool, secrets, logger } = this.parts
    const header = SIGNATURE_HEADER[rail]
    if (!verifySignature(webhook.body, webhook.headers[header], secrets)) {
      this.#counts.rejected += 1
      const message = `The header ${header} does not sign this body with a secret of this receiver.`
      return respond(res, 401, { type: "unauthorized", message })
    }
    try {
      await spool.keep(webhook)
    } catch (error) {
      this.#counts.lost += 1
      logger.sometimes(
        "error",
        `a webhook was answered 503: ${messageOf(error)}`
      )
      const message = "The webhook could not be stored. Send it again."
      return respond(res, 503, { type: "unavailable", message })
    }
    this.#counts.kept += 1
    respond(res, 200, { received: true })
    logger.sometimes("warn", `webhooks are kept: ${reason}`)
  }

  async #health(res: ServerResponse): Promise<void> {
    const { spool } = this.parts
    const problem = await spool.problem()
    const { count, bytes, oldest } = spool.waiting
    const stuck = spool.waiting.stuck()
    respond(res, problem === null ? 200 : 503, {
      status: problem === null ? "ready" : "failing",
      problem,
      waiting: {
        count,
        bytes,
        oldest_seconds: oldest && Math.round((Date.now() - oldest) / 1_000),
        stuck: stuck.length,
      },
      stuck: stuck.slice(0, MOST_STUCK),
      webhooks: { ...this.#counts, handed_over: spool.handedOverCount },
    })
  }
}

/** Answers a body that can't be read. */
function respondUnread(
  res: ServerResponse,
  why: Exclude<RawBody, Buffer>
): void {
  if (why === "too large") {
    const message = "The body is too large: a webhook has at most 64 KiB."
    respond(res, 413, { type: "invalid_data", message })
  } else if (why === "encoded") {
    const message = "The body is compressed: its signature is over plain JSON."
    respond(res, 415, { type: "invalid_data", message })
  } else {
    res.destroy()
  }
}

/** @param body an object, or its JSON */
function respond(res: ServerResponse, status: number, body: object): void {
  res
    .writeHead(status, { "content-type": "application/json; charset=utf-8" })
    .end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
}
