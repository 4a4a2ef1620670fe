import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import { messageOf } from "../shared/message-of"
import { handleRequests, type RequestParts } from "./handle-requests"

export type Receiver = {
  url: string
  /** Finishes the requests in hand. */
  close(): Promise<void>
}

const REQUEST_WITHIN_MS = 15_000
const CHECKED_EVERY_MS = 1_000
const MAX_CONNECTIONS = 1_000

const SEND_EVERY_MS = 1_000
const PURGE_EVERY_MS = 10 * 60_000

/** @throws the error of listening */
export async function startReceiver(
  address: { host: string; port: number },
  parts: RequestParts
): Promise<Receiver> {
  const { spool, logger } = parts
  const server = createServer(
    {
      requestTimeout: REQUEST_WITHIN_MS,
      headersTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
    handleRequests(parts)
  )
  server.maxConnections = MAX_CONNECTIONS
  server.listen(address)
  await once(server, "listening")
  const closing = new AbortController()
  const { signal } = closing
  const repeat = async (
    everyMs: number,
    run: () => Promise<void>
  ): Promise<void> => {
    while (!signal.aborted) {
      await run().catch((error) =>
        logger.sometimes("error", `The spool: ${messageOf(error)}`)
      )
      await setTimeout(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  void repeat(SEND_EVERY_MS, () => spool.sendAll(signal))
  void repeat(PURGE_EVERY_MS, () => spool.purge())
  const { family, address: host, port } = server.address() as AddressInfo
  return {
    url: `http://${family === "IPv6" ? `[${host}]` : host}:${port}`,
    close: async () => {
      closing.abort()
      server.close()
      await once(server, "close")
    },
  }
}
