import { createMiddleware } from "hono/factory"
import type { Rules } from "../rules"
import type { ApiEnv } from "./recorder"
import { Refusal } from "./refusal"

/**
 * Refuses requests over the limit with 429 and Retry-After. Pages and
 * JSON-RPC are not limited.
 */
export function rateLimit(current: () => Rules["rateLimit"]) {
  const windows = new Map<string, { until: number; count: number }>()
  let counted: Rules["rateLimit"] = null
  return createMiddleware<ApiEnv>(async (c, next) => {
    const limit = current()
    if (limit !== counted) {
      // A changed limit restarts the count.
      windows.clear()
      counted = limit
    }
    const { api, endpoint } = c.get("record")
    if (limit && api !== "rpc" && endpoint !== "page") {
      const client = c.env.incoming.socket.remoteAddress ?? ""
      const now = Date.now()
      let window = windows.get(client)
      if (!window || window.until <= now) {
        window = { until: now + limit.windowSeconds * 1000, count: 0 }
        windows.set(client, window)
      }
      window.count += 1
      if (window.count > limit.requests) {
        const seconds = Math.ceil((window.until - now) / 1000)
        throw new Refusal(429, "Too many requests.", undefined, {
          "Retry-After": String(seconds),
        })
      }
    }
    await next()
  })
}
