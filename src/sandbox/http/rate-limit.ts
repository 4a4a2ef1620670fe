import { createMiddleware } from "hono/factory"
import type { ApiEnv } from "./recorder"
import { Refusal } from "./refusal"

/** So many requests in a window of so many seconds, per API and client address. */
export type RateLimit = { requests: number; windowSeconds: number }

/** Refuses with 429 and Retry-After what exceeds the limit. Pages are not limited. */
export function rateLimit(limit: RateLimit | undefined) {
  const windows = new Map<string, { until: number; count: number }>()
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (limit && c.get("record").endpoint !== "page") {
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
