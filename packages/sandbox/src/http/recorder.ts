import { randomUUID } from "node:crypto"
import type { HttpBindings } from "@hono/node-server"
import { createMiddleware } from "hono/factory"
import { dateTime } from "../clock"
import { endpointName } from "./endpoints"
import { readBody } from "./read-body"
import type { RecordedApi, RequestLog, RequestRecord } from "./request-log"

export type ApiEnv = {
  Bindings: HttpBindings
  Variables: { record: RequestRecord; raw: string }
}

const MASK = "***"

/**
 * Records every request of an API, including those that never get a response.
 */
export function recorder(api: RecordedApi, log: () => RequestLog) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const record: RequestRecord = {
      id: randomUUID(),
      at: dateTime(),
      api,
      endpoint: endpointName(api, c.req.method, c.req.path),
      method: c.req.method,
      path: c.req.path,
      authorization: c.req.header("Authorization") ? MASK : null,
      body: null,
      status: null,
      fault: null,
    }
    c.set("record", record)
    log().add(record)
    await next()
    const sent = !c.res.headers.has("x-hono-already-sent")
    record.status = sent ? c.res.status : null
  })
}

/** Reads the body once, for the log and for the handlers. */
export const takeBody = createMiddleware<ApiEnv>(async (c, next) => {
  const raw = await readBody(c)
  c.get("record").body = masked(raw)
  c.set("raw", raw)
  await next()
})

function masked(raw: string): unknown {
  if (raw === "") {
    return null
  }
  try {
    return JSON.parse(raw, (key, value: unknown) =>
      key === "client_secret" ? MASK : value
    )
  } catch {
    // Not JSON: recorded as text.
  }
  // Text has no keys to mask by, so it is hidden entirely if it may contain a
  // secret.
  return raw.includes("secret") ? MASK : raw.slice(0, 2000)
}
