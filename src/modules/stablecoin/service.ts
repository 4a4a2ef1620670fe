import type { ModuleJoinerConfig } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaService,
  Modules,
} from "@medusajs/framework/utils"
import type { Cradle } from "./cradle"
import { Accounts } from "./accounts/accounts"
import { ChainClients } from "./blockchain/chain-clients"
import { IncomingCoins } from "./blockchain/incoming-coins"
import { Proofs } from "./blockchain/proofs"
import { TransferMatches } from "./blockchain/transfer-matches"
import { Watch } from "./blockchain/watch"
import { GatewayClients } from "./gateway/gateway-clients"
import { GatewayOrders } from "./gateway/gateway-orders"
import { Health } from "./health"
import { joinerConfig } from "./joiner-config"
import * as models from "./models"
import { EventPublisher } from "./payments/event-publisher"
import { Exceptions } from "./payments/exceptions"
import { Limits } from "./payments/limits"
import { Payments } from "./payments/payments"
import { Prices } from "./payments/prices"
import { type Refunds, refundsOf } from "./payments/refunds"
import { type Repository, repositoryOf } from "./repository"
import { AdminSettings } from "./settings/admin-settings"
import { Telemetry } from "./telemetry/telemetry"
import { WebhookReceiver } from "./webhooks/http/webhook-receiver"
import { StoredWebhooks } from "./webhooks/stored-webhooks"
import { WebhookAcceptor } from "./webhooks/webhook-acceptor"
import { WebhookEvents } from "./webhooks/webhook-events"
import { WebhookWatch } from "./webhooks/webhook-watch"

/**
 * The module: its parts, each with one purpose, and their life with the store.
 */
class StablecoinModuleService extends MedusaService(models) {
  readonly telemetry: Telemetry
  readonly gateway = new GatewayClients()
  /** Settings from the config and from the admin. */
  readonly settings: AdminSettings
  readonly accounts: Accounts
  /** Payments in the ledger. */
  readonly payments: Payments
  /** Prices of other currencies than the dollar. */
  readonly prices: Prices
  /** Proofs of paid payments, read from their chains. */
  readonly proofs: Proofs
  /** Reads the transfers to addresses that buyers were shown. */
  readonly watch: Watch
  /** Matches these transfers with payments. */
  readonly transferMatches: TransferMatches
  /** Looks for coins before a payment is cancelled. */
  readonly incomingCoins: IncomingCoins
  /** Payments' orders at the gateway. */
  readonly orders: GatewayOrders
  /** Medusa's state, read from its own tables. */
  readonly medusa: Repository["medusa"]
  readonly exceptions: Exceptions
  readonly refunds: Refunds
  /** When payments are reconciled next. */
  readonly schedules: Repository["schedules"]
  /** Rate limits for gateway calls that buyers cause. */
  readonly limits: Limits
  /** Verifies and stores webhooks. */
  readonly webhookAcceptor: WebhookAcceptor
  /** Answers requests of the gateway. */
  readonly webhookReceiver: WebhookReceiver
  /** Turns stored webhooks into facts. */
  readonly webhookEvents: WebhookEvents
  /** Wakes the processing of webhooks that any process has left. */
  readonly storedWebhooks = new StoredWebhooks()
  /** Detects missing webhooks. */
  readonly webhooks: WebhookWatch
  /** Read-only diagnostics of the module. */
  readonly health: Health
  /** Reads and writes that publish no event. */
  readonly repository: Repository

  /**
   * Starts background work with the store, and closes all connections with it.
   */
  __hooks = {
    onApplicationStart: async (): Promise<void> => {
      this.telemetry.begin()
      await this.webhooks.begin()
      this.storedWebhooks.begin()
    },
    // Before other modules close, such as the workflow engine.
    onApplicationPrepareShutdown: async (): Promise<void> => {
      await this.storedWebhooks.end()
    },
    onApplicationShutdown: async (): Promise<void> => {
      this.telemetry.end()
      await this.storedWebhooks.end()
      await Promise.all([this.webhooks.end(), this.accounts.end()])
      await this.gateway.close()
    },
  }

  __joinerConfig(): ModuleJoinerConfig {
    return joinerConfig
  }

  constructor(cradle: Cradle, options?: unknown) {
    super(cradle, options)
    const config = cradle[ContainerRegistrationKeys.CONFIG_MODULE]
    const logger = cradle[ContainerRegistrationKeys.LOGGER]
    const repository = repositoryOf(
      cradle[ContainerRegistrationKeys.PG_CONNECTION]
    )
    const publisher = new EventPublisher(cradle[Modules.EVENT_BUS], logger)
    const settings = new AdminSettings({
      repository,
      options,
      storeCors: config?.projectConfig?.http?.storeCors ?? "",
    })
    const { gateway } = this
    const exceptions = new Exceptions(repository, publisher)
    const refunds = refundsOf(repository, publisher)
    const accounts = new Accounts({ repository, settings, logger })
    const payments = new Payments({
      repository,
      settings,
      publisher,
      accounts,
      gateway,
    })
    const parts = {
      repository,
      settings,
      publisher,
      logger,
      gateway,
      accounts,
      payments,
      exceptions,
      refunds,
      clients: new ChainClients(settings),
      openException: exceptions.open.bind(exceptions),
    }
    const acceptor = new WebhookAcceptor(parts)
    this.repository = repository
    this.medusa = repository.medusa
    this.schedules = repository.schedules
    this.settings = settings
    this.exceptions = exceptions
    this.refunds = refunds
    this.accounts = accounts
    this.payments = payments
    this.health = new Health(repository, settings)
    this.webhookAcceptor = acceptor
    this.webhooks = new WebhookWatch({
      repository,
      settings: () => settings.effective(),
      logger,
    })
    this.webhookReceiver = new WebhookReceiver({
      acceptor,
      watch: this.webhooks,
      logger,
    })
    this.webhookEvents = new WebhookEvents({
      ...parts,
      acceptor,
      storeName: async () => {
        const { general } = await settings.recent()
        return general.ok ? general.value.backendUrl : undefined
      },
    })
    this.prices = new Prices(parts)
    this.proofs = new Proofs(parts)
    this.watch = new Watch(parts)
    this.transferMatches = new TransferMatches(parts)
    this.incomingCoins = new IncomingCoins(parts)
    this.orders = new GatewayOrders(parts)
    this.limits = new Limits({ ...parts, orders: this.orders })
    this.telemetry = new Telemetry({
      ...parts,
      healthCounts: () => this.health.counts(),
    })
  }
}

export default StablecoinModuleService

// Values of the module that the rest of the plugin needs at run time.
export { testCredentials } from "./gateway/connection-test"
export { pricesNow, sourcesNow } from "./payments/price-list"
export { pricingOf } from "./payments/prices"
export { storePayment } from "./payments/store-payment"
export { DEPOSITS } from "./repository/lists/deposits"
export { EXCEPTIONS } from "./repository/lists/exceptions"
export { COUNTED_ROWS } from "./repository/lists/list"
export { PAYMENTS } from "./repository/lists/payments"
export { REFUNDS } from "./repository/lists/refunds"
export { WEBHOOK_EVENTS } from "./repository/lists/webhook-events"
export { DELETED_CUSTOMER } from "./repository/medusa/notifications"
export { newPaymentId } from "./repository/payments/payments"
export {
  isProduction,
  storeMode,
  testRailsInProduction,
} from "./settings/test-money"
export { countSettling } from "./telemetry/metrics"
export {
  HEALTH_PROBE_EVENT,
  HEALTH_PROBE_HEADER,
} from "./webhooks/health-probe"
export { railOfPath } from "./webhooks/http/rail-of-path"
export { handleStoredWebhooks } from "./webhooks/stored-webhooks"
export { QUIET_PAYMENTS, webhookUrl } from "./webhooks/webhook-watch"
