import { createMiddleware } from "hono/factory"
import type { ApiEnv } from "../http/recorder"
import type { RecordedApi } from "../http/request-log"
import type { CallFaults, PlannedCallFault } from "./call-faults"
import { misanswer, pause } from "./http-fault"

/** The response to cut or truncate when the call itself never took effect. */
const UNSENT = JSON.stringify({ status: "success", message: "OK", data: {} })

/** Applies the planned faults to the calls of an API. */
export function faults(
  api: RecordedApi,
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
    const answer = fault.after
      ? { text: await c.res.clone().text(), status: c.res.status }
      : { text: UNSENT, status: 200 }
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
  if (!fault.after) {
    await pause(fault.ms, closing)
  }
  await next()
  if (fault.after) {
    await pause(fault.ms, closing)
  }
}
