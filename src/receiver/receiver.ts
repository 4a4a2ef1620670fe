import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import { messageOf } from "../shared/message-of"
import { handleRequests } from "./handle-requests"
import type { Logger } from "./logger"
import { Spool, type SpoolOptions } from "./spool"
import { StoreClient } from "./store-client"

export type ReceiverOptions = {
  /** The store's address. */
  store: URL
  address: { host: string; port: number }
  spool: SpoolOptions
  /** All secrets of both rails. */
  secrets: readonly string[]
  logger: Logger
}

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
export async function startReceiver({
  store,
  address,
  spool: spoolOptions,
  secrets,
  logger,
}: ReceiverOptions): Promise<Receiver> {
  const client = new StoreClient(store)
  const spool = new Spool({ ...spoolOptions, client, logger })
  const server = createServer(
    {
      requestTimeout: REQUEST_WITHIN_MS,
      headersTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
    handleRequests({ client, spool, secrets, logger })
  )
  server.maxConnections = MAX_CONNECTIONS
  server.listen(address)
  await once(server, "listening")
  const problem = await spool.problem()
  if (problem) {
    logger.log("error", `No webhook can be kept: ${problem}`)
  }
  const closing = new AbortController()
  const { signal } = closing
  const sendAllDue = async (): Promise<void> => {
    await spool.scan()
    let sent = 1
    while (!signal.aborted && sent > 0) {
      sent = await spool.sendDue()
    }
  }
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
  void repeat(SEND_EVERY_MS, sendAllDue)
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
