import { isIP } from "node:net"
import { createMiddleware } from "hono/factory"
import { isLoopback } from "../http/loopback"
import type { ApiEnv } from "../http/recorder"

/**
 * Allows only tools on this machine to control the sandbox, never a web page. A
 * page of another origin sends its Origin. One that uses DNS rebinding sends
 * its own name as Host.
 *
 * @param host the address that the control listens on
 */
export function guard(host: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const own = c.req.header("Host") ?? ""
    if (!isOwnHost(own, host, c.env.incoming.socket.localPort)) {
      return c.json(
        { error: "Address the control by the host and port it listens on." },
        403
      )
    }
    const origin = c.req.header("Origin")
    if (origin !== undefined && origin !== `http://${own}`) {
      return c.json({ error: "Web pages may not control the sandbox." }, 403)
    }
    return next()
  })
}

/** Whether a Host header names the address that the control listens on. */
export function isOwnHost(
  value: string,
  host: string,
  port: number | undefined
): boolean {
  if (!URL.canParse(`http://${value}`)) {
    return false
  }
  const url = new URL(`http://${value}`)
  if (Number(url.port || 80) !== port) {
    return false
  }
  const name = url.hostname.replace(/^\[|\]$/g, "")
  if (name === host || name === "localhost") {
    return true
  }
  // Any other name could be a rebound page's. An address literal cannot.
  if (isIP(name) === 0) {
    return false
  }
  return !isLoopback(host) || isLoopback(name)
}
