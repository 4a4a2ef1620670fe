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
  return (req, res) => {
    const path = pathnameOf(req.url ?? "")
    const rail = req.method === "POST" ? railOfPath(path) : null
    // Between two requests on one connection, a restart could lose the second.
    res.setHeader("connection", "close")
    if (req.headers[RECEIVER_HEADER]) {
      req.resume()
      const message = "--store leads back to a receiver, not to the store."
      respond(res, 508, { type: "loop", message })
    } else if (rail) {
      void receive(parts, rail, req, res)
    } else if (path === "/health" && req.method === "GET") {
      void health(parts.spool, res)
    } else {
      req.resume()
      respond(res, 404, { type: "not_found", message: "Not found." })
    }
  }
}

async function receive(
  parts: RequestParts,
  rail: Rail,
  req: IncomingMessage,
  res: ServerResponse
): Promise<void> {
  const body = await rawBodyOf(req)
  if (!Buffer.isBuffer(body)) {
    return respondUnread(res, body)
  }
  const headers = forwardedHeaders(req.headers)
  const webhook: Webhook = { path: String(req.url), headers, body }
  const sent = await parts.client.send(webhook)
  if (sent.is === "failed") {
    return await keep(parts, rail, webhook, sent.reason, res)
  }
  if (sent.is === "stored") {
    await parts.spool.logForwarded(webhook)
  }
  respond(res, sent.answer.status, sent.answer.body)
}

/** Keeps a webhook that the store could not store. */
async function keep(
  { spool, secrets, logger }: RequestParts,
  rail: Rail,
  webhook: Webhook,
  reason: string,
  res: ServerResponse
): Promise<void> {
  const header = SIGNATURE_HEADER[rail]
  if (!verifySignature(webhook.body, webhook.headers[header], secrets)) {
    const message = `The header ${header} does not sign this body with a secret of this receiver.`
    return respond(res, 401, { type: "unauthorized", message })
  }
  try {
    await spool.keep(webhook)
  } catch (error) {
    const why = messageOf(error)
    logger.sometimes("error", `a webhook was answered 503: ${why}`)
    const message = "The webhook could not be stored. Send it again."
    return respond(res, 503, { type: "unavailable", message })
  }
  respond(res, 200, { received: true })
  logger.sometimes("warn", `webhooks are kept: ${reason}`)
}

async function health(spool: Spool, res: ServerResponse): Promise<void> {
  const problem = await spool.problem()
  const { waiting, stuck } = spool
  respond(res, problem === null ? 200 : 503, {
    status: problem === null ? "ready" : "failing",
    problem,
    waiting: { ...waiting, stuck: stuck.length },
    stuck: stuck.slice(0, MOST_STUCK),
  })
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
