import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import type { Hono } from "hono"
import { SandboxError } from "../sandbox-error"
import type { ApiEnv } from "./recorder"

export type Listener = {
  /** URL for processes on this machine, such as http://127.0.0.1:4010. */
  url: string
  /** Stops listening and cuts every open connection, hanging ones too. */
  close(): Promise<void>
}

/**
 * Marks every response, including pages and errors, so that no store mistakes
 * this for a real gateway.
 */
const MARK = ["x-stablecoin-sandbox", "1"] as const

/**
 * Serves an app on a port, or on a free one for 0.
 *
 * @throws SandboxError if it cannot listen, such as on a taken port or another
 *   machine's address
 */
export async function listen(
  app: Hono<ApiEnv>,
  host: string,
  port: number
): Promise<Listener> {
  // Otherwise the adapter would replace the process's global Request and
  // Response.
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
  }) as Server
  // Set on the server itself, so that the responses of all routes and faults
  // have it.
  server.prependListener("request", (_, response) =>
    response.setHeader(...MARK)
  )
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        new SandboxError(
          error.code === "EADDRINUSE"
            ? `Port ${port} on ${host} is taken. Choose another one, or 0 for any free port.`
            : `Cannot listen on ${host}:${port}: ${error.message}`
        )
      )
    })
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${reachable(host)}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A host for URLs: a browser cannot open the "any address" host. */
function reachable(host: string): string {
  const loopback: Record<string, string> = {
    "0.0.0.0": "127.0.0.1",
    "::": "::1",
  }
  const name = loopback[host] ?? host
  return name.includes(":") ? `[${name}]` : name
}
