import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import type { Hono } from "hono"
import { SandboxError } from "../sandbox-error"
import type { ApiEnv } from "./recorder"

export type Listener = {
  /** Where a process on this machine reaches it, such as http://127.0.0.1:4010. */
  url: string
  port: number
  /** Stops listening and cuts every open connection, hanging ones too. */
  close(): Promise<void>
}

/** Marks every answer, pages and errors too: no store may take this for a gateway. */
const MARK = ["x-stablecoin-sandbox", "1"] as const

/**
 * Serves an app on a port; 0 takes a free one.
 *
 * @throws SandboxError if the port is taken, the address not this machine's or so
 */
export async function listen(
  app: Hono<ApiEnv>,
  host: string,
  port: number
): Promise<Listener> {
  // Without this the adaptor would replace the whole process's Request and Response.
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
  }) as Server
  // On the server itself, so that no answer of any route or fault lacks it.
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
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A host for URLs: "any address" is no address that a browser could open. */
function reachable(host: string): string {
  const loopback: Record<string, string> = {
    "0.0.0.0": "127.0.0.1",
    "::": "::1",
  }
  const name = loopback[host] ?? host
  return name.includes(":") ? `[${name}]` : name
}
