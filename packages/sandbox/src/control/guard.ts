import { isIP } from "node:net"
import { createMiddleware } from "hono/factory"
import type { ApiEnv } from "../http/recorder"

/**
 * Allows only tools to control the sandbox, never a web page. A page of another
 * origin sends its Origin. One that uses DNS rebinding sends its own name as
 * Host.
 *
 * @param host the address that the control listens on
 */
export function guard(host: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const own = c.req.header("Host") ?? ""
    if (!isOwnHost(own, host)) {
      const error = "Address the control by the host that it listens on."
      return c.json({ error }, 403)
    }
    const origin = c.req.header("Origin")
    if (origin !== undefined && origin !== `http://${own}`) {
      return c.json({ error: "Web pages may not control the sandbox." }, 403)
    }
    return next()
  })
}

/** Whether a Host header is of the control: no other name, but any address. */
export function isOwnHost(value: string, host: string): boolean {
  const url = URL.canParse(`http://${value}`) && new URL(`http://${value}`)
  const name = url ? url.hostname.replace(/^\[|\]$/g, "") : ""
  // A page that was rebound has a name, never the literal of an address.
  return name === host || name === "localhost" || isIP(name) !== 0
}
