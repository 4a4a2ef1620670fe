import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
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
/** Longer than a request takes: a client has stopped amid it. */
const CLOSED_WITHIN_MS = 20_000

const SEND_EVERY_MS = 500
/** For webhooks of other processes, which send them as well. */
const SCAN_EVERY_MS = 10_000
const PURGE_EVERY_MS = 60_000

/** @throws the error of listening */
export async function startReceiver({
  store,
  address,
  spool: spoolOptions,
  secrets,
  logger,
}: ReceiverOptions): Promise<Receiver> {
  const client = new StoreClient(store)
  const spool = new Spool({
    ...spoolOptions,
    send: (webhook) => client.send(webhook),
    logger,
  })
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
    logger.error(`No webhook can be kept: ${problem}`)
  }
  const work = (what: string, run: () => Promise<void>) => () =>
    run().catch((error) =>
      logger.sometimes("error", `${what}: ${messageOf(error)}`)
    )
  let isOpen = true
  const sendAllDue = async (): Promise<void> => {
    let count = 1
    while (isOpen && count > 0) {
      count = await spool.sendDue()
    }
  }
  const timers = [
    repeat(
      SCAN_EVERY_MS,
      work("The spool", () => spool.scan())
    ),
    repeat(SEND_EVERY_MS, work("The spool", sendAllDue)),
    repeat(
      PURGE_EVERY_MS,
      work("done/", async () => {
        logWaiting(spool, logger)
        await spool.handedOver.purge()
      })
    ),
  ]
  const { family, address: host, port } = server.address() as AddressInfo
  return {
    url: `http://${family === "IPv6" ? `[${host}]` : host}:${port}`,
    close: async () => {
      isOpen = false
      timers.forEach((timer) => clearInterval(timer))
      const stuck = setTimeout(
        () => server.closeAllConnections(),
        CLOSED_WITHIN_MS
      )
      server.close()
      await once(server, "close")
      clearTimeout(stuck)
    },
  }
}

function logWaiting({ waiting }: Spool, logger: Logger): void {
  if (waiting.count) {
    logger.warn(
      `${waiting.count} webhooks wait for the store, ${waiting.stuck().length} of them stuck.`
    )
  }
}

/** Runs work now and periodically, never twice at once. */
function repeat(everyMs: number, run: () => Promise<void>): NodeJS.Timeout {
  let isRunning = false
  const tick = (): void => {
    if (!isRunning) {
      isRunning = true
      void run().finally(() => (isRunning = false))
    }
  }
  tick()
  return setInterval(tick, everyMs)
}
