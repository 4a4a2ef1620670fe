import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Metrics } from "../modules/stablecoin/telemetry/metrics"
import { Repository } from "../modules/stablecoin/repository"
import { AdminSettings } from "../modules/stablecoin/settings/admin-settings"
import { RetainedAccounts } from "../modules/stablecoin/settings/retained-accounts"
import { WebhookAcceptor } from "../modules/stablecoin/webhooks/webhook-acceptor"
import { WebhookJudge } from "../modules/stablecoin/webhooks/webhook-judge"
import { WebhookWatch } from "../modules/stablecoin/webhooks/webhook-watch"
import { connect } from "./connect"
import { handleRequests } from "./handle-requests"
import { KnownSigners } from "./known-signers"
import type { Logger } from "./logger"
import { Spool, type SpoolOptions } from "./spool/spool"
import { readStoreConfig } from "./store-config"
import { WebhookStorage } from "./webhook-storage"

/** How often idle connections are closed while the receiver ends. */
const CLOSED_EVERY_MS = 50

export type ReceiverOptions = {
  /** The store's folder, with its `medusa-config`. */
  folder: string
  env: NodeJS.ProcessEnv
  host: string
  /** 0: any free port. */
  port: number
  spool: SpoolOptions
  logger: Logger
}

export type Receiver = {
  url: string
  /** Finishes the requests in hand. */
  close(): Promise<void>
}

/**
 * Starts to receive webhooks.
 *
 * @throws StoreConfigError, SpoolError, or the error of listening
 */
export async function startReceiver(
  options: ReceiverOptions
): Promise<Receiver> {
  const { logger } = options
  const config = await readStoreConfig(options.folder, options.env)
  for (const path of config.omitted) {
    logger.warn(`The receiver can't use ${path} of medusa-config.`)
  }
  const db = connect(config)
  const repository = new Repository(db)
  const settings = new AdminSettings({
    repository,
    options: config.options,
    storeCors: config.storeCors,
    logger,
  })
  const retained = new RetainedAccounts({ repository, settings, logger })
  const metrics = new Metrics()
  const judge = new WebhookJudge({
    repository,
    settings,
    retained,
    openException: async (paymentId, draft) =>
      await repository.exceptions.open(paymentId, [draft]),
    logger,
  })
  const acceptor = new WebhookAcceptor({
    repository,
    judge: (webhook) => judge.judge(webhook),
    count: (outcome) =>
      metrics.add("stablecoin.webhook.processed", { outcome }),
    storing: { leaveToStore: true },
  })
  const watch = new WebhookWatch({
    repository,
    settings: () => settings.recent(),
    logger,
  })
  const spool = await Spool.open(options.spool)
  const storage = new WebhookStorage({
    acceptor,
    repository,
    signers: new KnownSigners({ settings, retained, options: config.options }),
    spool,
    logger,
  })
  await storage.begin()
  const server = createServer(
    handleRequests({ storage, watch, metrics, logger })
  )
  const end = async (): Promise<void> => {
    await storage.end()
    await watch.end()
    await spool.close()
    await db.destroy()
  }
  try {
    await listen(server, options)
  } catch (error) {
    await end()
    throw error
  }
  return {
    url: urlOf(server, options.host),
    close: async () => {
      await closed(server)
      await end()
    },
  }
}

async function listen(
  server: Server,
  { host, port }: Pick<ReceiverOptions, "host" | "port">
): Promise<void> {
  server.listen({ host, port })
  await once(server, "listening")
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

/** Waits for the requests in hand. */
async function closed(server: Server): Promise<void> {
  const close = once(server, "close")
  server.close()
  // A connection that is kept alive becomes idle after its response.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSED_EVERY_MS)
  await close
  clearInterval(idle)
}
