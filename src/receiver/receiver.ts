import { repositoryOf } from "../modules/stablecoin/repository"
import { AdminSettings } from "../modules/stablecoin/settings/admin-settings"
import { RetainedAccounts } from "../modules/stablecoin/settings/retained-accounts"
import { WebhookAcceptor } from "../modules/stablecoin/webhooks/webhook-acceptor"
import { WebhookJudge } from "../modules/stablecoin/webhooks/webhook-judge"
import { WebhookWatch } from "../modules/stablecoin/webhooks/webhook-watch"
import { connect } from "./connect"
import { handleRequests } from "./handle-requests"
import { KnownSigners } from "./known-signers"
import type { ListenAddress } from "./listen-address"
import type { Logger } from "./logger"
import { openMetricsOf } from "./metrics/open-metrics"
import { ReceiverMetrics } from "./metrics/receiver-metrics"
import type { StartingProcess } from "./processes/starting-process"
import { Spool, type SpoolOptions } from "./spool/spool"
import type { StoreConfig } from "./store-config"
import { WebhookServer } from "./webhook-server"
import { WebhookStorage } from "./webhook-storage"

export type ReceiverOptions = {
  /** The store's folder, with its `medusa-config`. */
  folder: string
  env: NodeJS.ProcessEnv
  address: ListenAddress
  spool: SpoolOptions
  /** Null: the receiver has one process. */
  startedBy: StartingProcess | null
  logger: Logger
}

export type Receiver = {
  url: string
  /** Finishes the requests in hand. */
  close(): Promise<void>
}

/**
 * Receives the webhooks of a configured store.
 *
 * @throws SpoolError, or the error of listening
 */
export async function openReceiver(
  config: StoreConfig,
  options: ReceiverOptions
): Promise<Receiver> {
  const { logger, startedBy } = options
  for (const path of config.omitted) {
    logger.warn(`The receiver can't use ${path} of medusa-config.`)
  }
  const db = connect(config, logger)
  const repository = repositoryOf(db)
  const settings = new AdminSettings({
    repository,
    options: config.options,
    storeCors: config.storeCors,
    logger,
  })
  const retained = new RetainedAccounts({ repository, settings, logger })
  const metrics = new ReceiverMetrics()
  const judge = new WebhookJudge({
    repository,
    settings,
    retained,
    openException: async (paymentId, draft, webhookEventId) =>
      await repository.exceptions.open(paymentId, [draft], webhookEventId),
    logger,
  })
  const acceptor = new WebhookAcceptor({
    repository,
    judge: (webhook) => judge.judge(webhook),
    count: (outcome) =>
      metrics.add("stablecoin.webhook.processed", { outcome }),
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
    count: (outcome) => metrics.add("stablecoin.spool.drains", { outcome }),
    logger,
  })
  await storage.begin()
  metrics.observe(() => ({
    status: storage.status,
    spool: { ...spool.status, maxBytes: options.spool.maxBytes },
  }))
  startedBy?.share(() => metrics.snapshot())
  const openMetrics = async (): Promise<string> =>
    startedBy
      ? await startedBy.openMetrics()
      : await openMetricsOf([await metrics.snapshot()])
  const server = new WebhookServer(
    handleRequests({ storage, watch, metrics, openMetrics, logger })
  )
  const end = async (): Promise<void> => {
    metrics.end()
    await storage.end()
    await watch.end()
    await spool.close()
    await db.destroy()
  }
  try {
    await server.listen(options.address)
  } catch (error) {
    await end()
    throw error
  }
  return {
    url: server.url,
    close: async () => {
      await server.close()
      await end()
    },
  }
}
