import type { IncomingMessage, RequestListener } from "node:http"
import { SIGNATURE_HEADER, verifySignature } from "../gateway/signature"
import type { Rail } from "../ledger/rails"
import { railOfPath } from "../modules/stablecoin/webhooks/http/rail-of-path"
import { rawBodyOf } from "../modules/stablecoin/webhooks/http/raw-body"
import { messageOf } from "../shared/message-of"
import type { Logger } from "./logger"
import type { Spool } from "./spool"
import { RECEIVER_HEADER, type Send } from "./store-client"
import { forwardedHeaders, pathnameOf, type Webhook } from "./webhook"

export type RequestParts = {
  send: Send
  spool: Spool
  /** All secrets of both rails. */
  secrets: readonly string[]
  logger: Logger
}

/** `body`: an object, or its JSON. */
type Answer = { status: number; body: object }

/** Answers the gateway's webhooks and `GET /health`. */
export function handleRequests(parts: RequestParts): RequestListener {
  return async (req, res) => {
    const answer = await answerTo(req, parts)
    if (!answer) {
      res.destroy()
      return
    }
    const { status, body } = answer
    req.resume()
    res
      .writeHead(status, {
        "content-type": "application/json; charset=utf-8",
        // Between two requests on one connection, a restart could lose the second.
        connection: "close",
      })
      .end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
  }
}

/** @returns null for a request that was cut off */
async function answerTo(
  req: IncomingMessage,
  parts: RequestParts
): Promise<Answer | null> {
  const { url = "", method, headers } = req
  const path = pathnameOf(url)
  const rail = method === "POST" ? railOfPath(path) : null
  if (headers[RECEIVER_HEADER]) {
    const message = "--store leads back to a receiver, not to the store."
    return refusal(508, "loop", message)
  }
  if (method === "GET" && path === "/health") {
    const health = await parts.spool.health()
    return health.problem === null
      ? { status: 200, body: { status: "ready", ...health } }
      : { status: 503, body: { status: "failing", ...health } }
  }
  if (!rail) {
    return refusal(404, "not_found", "Not found.")
  }
  const body = await rawBodyOf(req)
  if (body === "too large") {
    const message = "The body is too large: a webhook has at most 64 KiB."
    return refusal(413, "invalid_data", message)
  }
  if (body === "encoded") {
    const message = "The body is compressed: its signature is over plain JSON."
    return refusal(415, "invalid_data", message)
  }
  return Buffer.isBuffer(body)
    ? await forward(
        rail,
        { path: url, headers: forwardedHeaders(headers), body },
        parts
      )
    : null
}

/** Forwards a webhook. Keeps one that the store could not store. */
async function forward(
  rail: Rail,
  webhook: Webhook,
  { send, spool, secrets, logger }: RequestParts
): Promise<Answer> {
  const { answer, problem } = await send(webhook)
  if (!problem) {
    await spool.logForwarded(webhook)
  }
  if (answer) {
    return answer
  }
  const header = SIGNATURE_HEADER[rail]
  if (!verifySignature(webhook.body, webhook.headers[header], secrets)) {
    const message = `The header ${header} does not sign this body with a secret of this receiver.`
    return refusal(401, "unauthorized", message)
  }
  try {
    await spool.keep(webhook)
    logger.sometimes("warn", `webhooks are kept: ${problem?.reason}`)
    return { status: 200, body: { received: true } }
  } catch (error) {
    const why = messageOf(error)
    logger.sometimes("error", `a webhook was answered 503: ${why}`)
    const message = "The webhook could not be stored. Send it again."
    return refusal(503, "unavailable", message)
  }
}

function refusal(status: number, type: string, message: string): Answer {
  return { status, body: { type, message } }
}
