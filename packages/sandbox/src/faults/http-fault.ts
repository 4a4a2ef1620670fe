import { setTimeout as sleep } from "node:timers/promises"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { ApiEnv } from "../http/recorder"

/** A fault of the HTTP response. */
export type HttpFault = {
  kind: string
  status: number
  retryAfter?: number | string | undefined
  body?: unknown
}

/** Waits, at most until the sandbox closes. */
export async function pause(ms: number, closing: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: closing }).catch(() => undefined)
}

/**
 * The response that a fault sends instead of the answer. Never sends one for
 * kinds that it does not know, such as `hang`.
 *
 * @param answer the body to cut or truncate, and the status of its response
 * @param errorBody the default body of `status`
 */
export function misanswer(
  c: Context<ApiEnv>,
  fault: HttpFault,
  answer: { text: string; status: number },
  errorBody: (message: string) => object
): Response {
  const { outgoing } = c.env
  const { text, status } = answer
  const half = text.slice(0, Math.floor(text.length / 2))
  const json = { "Content-Type": "application/json" }
  switch (fault.kind) {
    case "status":
      return statusAnswer(fault, errorBody)
    case "broken_json":
      return new Response(half, { status, headers: json })
    case "half":
      outgoing.writeHead(200, {
        ...json,
        "Content-Length": Buffer.byteLength(text),
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
  fault: HttpFault,
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
