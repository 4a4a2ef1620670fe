import { setTimeout as sleep } from "node:timers/promises"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { ApiEnv } from "../http/recorder"
import type { RecordedApi } from "../http/request-log"
import type { Faults, PlannedFault } from "./faults"

/** The response to cut or truncate when the call itself never took effect. */
const UNSENT = JSON.stringify({ status: "success", message: "OK", data: {} })

/** Applies the planned faults to the calls of an API. */
export function faults(
  api: RecordedApi,
  planned: () => Faults,
  errorBody: (message: string) => object,
  closing: AbortSignal
) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const record = c.get("record")
    const fault = planned().ofCall(api, record.endpoint)
    if (!fault) {
      return next()
    }
    record.fault = fault.kind
    if (fault.kind === "delay" && !fault.after) {
      await pause(fault.ms, closing)
      return next()
    }
    if (fault.after) {
      await next()
    }
    if (fault.kind === "delay") {
      return await pause(fault.ms, closing)
    }
    const response =
      fault.kind === "status"
        ? statusAnswer(fault, errorBody)
        : await misanswer(c, fault)
    // Assigning over a finished response would merge its headers into the new one.
    c.res = undefined
    c.res = response
  })
}

/** Waits, at most until the sandbox closes. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Half of the answer, or none. */
async function misanswer(
  c: Context<ApiEnv>,
  { kind, after }: PlannedFault
): Promise<Response> {
  const { incoming, outgoing } = c.env
  const text = after ? await c.res.clone().text() : UNSENT
  const half = text.slice(0, Math.floor(text.length / 2))
  const headers = { "Content-Type": "application/json" }
  if (kind === "broken_json") {
    return new Response(half, { status: after ? c.res.status : 200, headers })
  }
  if (kind === "half") {
    const length = Buffer.byteLength(text)
    outgoing.writeHead(200, { ...headers, "Content-Length": length })
    outgoing.write(half, () => outgoing.destroy())
  }
  if (kind === "reset") {
    incoming.socket.resetAndDestroy()
  }
  return RESPONSE_ALREADY_SENT
}

function statusAnswer(
  { status, retryAfter, body: own }: PlannedFault,
  errorBody: (message: string) => object
): Response {
  const body =
    own ?? errorBody(`A planned fault of the sandbox answers ${status}.`)
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return new Response([204, 205, 304].includes(status) ? null : text, {
    status: status as ContentfulStatusCode,
    headers: {
      "Content-Type": "application/json",
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
    },
  })
}
