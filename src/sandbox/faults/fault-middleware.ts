import { setTimeout as sleep } from "node:timers/promises"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { ApiName } from "../accounts"
import type { ApiEnv } from "../http/recorder"
import type { CallFaults, PlannedCallFault } from "./call-faults"

/** The response to cut or truncate when the call itself never took effect. */
const UNSENT = JSON.stringify({ status: "success", message: "OK", data: {} })

/** Applies the planned faults to the calls of an API. */
export function faults(
  api: ApiName,
  planned: () => CallFaults,
  errorBody: (message: string) => object,
  closing: AbortSignal
) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const record = c.get("record")
    const fault = planned().take(api, record.endpoint)
    if (!fault) {
      return next()
    }
    record.fault = fault.kind
    if (fault.kind === "delay") {
      return delayed(fault, closing, next)
    }
    if (fault.after) {
      await next()
    }
    const answer = fault.after ? await c.res.clone().text() : UNSENT
    const response = misanswer(c, fault, answer, errorBody)
    // Assigning over a finished response would merge its headers into the new one.
    c.res = undefined
    c.res = response
  })
}

async function delayed(
  fault: PlannedCallFault,
  closing: AbortSignal,
  next: () => Promise<void>
): Promise<void> {
  const wait = () =>
    sleep(fault.ms, undefined, { signal: closing }).catch(() => undefined)
  if (!fault.after) {
    await wait()
  }
  await next()
  if (fault.after) {
    await wait()
  }
}

function misanswer(
  c: Context<ApiEnv>,
  fault: PlannedCallFault,
  answer: string,
  errorBody: (message: string) => object
): Response {
  const { outgoing } = c.env
  const half = answer.slice(0, Math.floor(answer.length / 2))
  const json = { "Content-Type": "application/json" }
  switch (fault.kind) {
    case "status":
      return statusAnswer(fault, errorBody)
    case "broken_json":
      return new Response(half, {
        status: fault.after ? c.res.status : 200,
        headers: json,
      })
    case "half":
      outgoing.writeHead(200, {
        ...json,
        "Content-Length": Buffer.byteLength(answer),
      })
      outgoing.write(half, () => outgoing.destroy())
      return RESPONSE_ALREADY_SENT
    case "reset":
      c.env.incoming.socket.resetAndDestroy()
      return RESPONSE_ALREADY_SENT
    default:
      return RESPONSE_ALREADY_SENT
  }
}

function statusAnswer(
  fault: PlannedCallFault,
  errorBody: (message: string) => object
): Response {
  const body =
    fault.body ??
    errorBody(`A planned fault of the sandbox answers ${fault.status}.`)
  const bodyless = [204, 205, 304].includes(fault.status)
  return new Response(
    bodyless ? null : typeof body === "string" ? body : JSON.stringify(body),
    {
      status: fault.status as ContentfulStatusCode,
      headers: {
        "Content-Type": "application/json",
        ...(fault.retryAfter !== undefined && {
          "Retry-After": String(fault.retryAfter),
        }),
      },
    }
  )
}
