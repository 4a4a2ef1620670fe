import type { ModuleJoinerConfig } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaService,
  Modules,
} from "@medusajs/framework/utils"
import type { Cradle } from "./cradle"
import { Accounts } from "./accounts/accounts"
import { ChainClients } from "./blockchain/chain-clients"
import { ChainPolicies } from "./blockchain/chain-policies"
import { IncomingCoins } from "./blockchain/incoming-coins"
import { Proofs } from "./blockchain/proofs"
import { TransferMatches } from "./blockchain/transfer-matches"
import { Watch } from "./blockchain/watch"
import { GatewayClients } from "./gateway/gateway-clients"
import { GatewayOrders } from "./gateway/gateway-orders"
import { Health } from "./health"
import { joinerConfig } from "./joiner-config"
import * as models from "./models"
import { CustomerData } from "./payments/customer-data"
import { EventPublisher } from "./payments/event-publisher"
import { Exceptions } from "./payments/exceptions"
import { Limits } from "./payments/limits"
import { Payments } from "./payments/payments"
import { Reconciliation } from "./payments/reconciliation"
import { Refunds } from "./payments/refunds"
import { Starts } from "./payments/starts"
import { type Repository, repositoryOf } from "./repository"
import { AdminSettings } from "./settings/admin-settings"
import { Metrics } from "./telemetry/metrics"
import { Telemetry } from "./telemetry/telemetry"
import { StoredWebhooks } from "./webhooks/stored-webhooks"
import { WebhookAcceptor } from "./webhooks/webhook-acceptor"
import { WebhookEvents } from "./webhooks/webhook-events"
import { WebhookJudge } from "./webhooks/webhook-judge"
import { WebhookWatch } from "./webhooks/webhook-watch"

/**
 * The module: its parts, each with one purpose, and their life with the store.
 */
class StablecoinModuleService extends MedusaService(models) {
  /** OpenTelemetry instruments of this process: no-ops without an SDK. */
  readonly metrics = new Metrics()
  readonly telemetry: Telemetry
  readonly gateway = new GatewayClients(this.metrics)
  /** Settings from the config and from the admin. */
  readonly settings: AdminSettings
  readonly accounts: Accounts
  /** Payments in the ledger. */
  readonly payments: Payments
  /** How the chains of payments are used. */
  readonly chainPolicies: ChainPolicies
  /** Proofs of paid payments and of sent refunds, read from their chains. */
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
  readonly reconciliation: Reconciliation
  /** Reads and writes of starting a payment. */
  readonly starts: Starts
  /** Rate limits for gateway calls that buyers cause. */
  readonly limits: Limits
  /** Verifies and stores webhooks. */
  readonly webhookAcceptor: WebhookAcceptor
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
  /** Exports and erases personal data in the ledger. */
  readonly customers: CustomerData

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
    const db = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    const repository = repositoryOf(db)
    const logger = cradle[ContainerRegistrationKeys.LOGGER]
    const publisher = new EventPublisher(cradle[Modules.EVENT_BUS], logger)
    const { pauses } = this.gateway
    const config = cradle[ContainerRegistrationKeys.CONFIG_MODULE]
    const settings = new AdminSettings({
      repository,
      options,
      storeCors: config?.projectConfig?.http?.storeCors ?? "",
      logger,
    })
    const judge = new WebhookJudge({
      repository,
      settings,
      openException: (...exception) => this.exceptions.open(...exception),
      logger,
    })
    this.settings = settings
    this.medusa = repository.medusa
    this.exceptions = new Exceptions(repository, publisher)
    this.refunds = new Refunds(repository, publisher)
    this.schedules = repository.schedules
    this.repository = repository
    this.customers = new CustomerData(repository)
    this.health = new Health(repository, settings)
    this.webhookAcceptor = new WebhookAcceptor({
      repository,
      judge: (webhook) => judge.judge(webhook),
      count: (outcome) =>
        this.metrics.add("stablecoin.webhook.processed", { outcome }),
    })
    this.webhooks = new WebhookWatch({
      repository,
      settings: () => settings.effective(),
      logger,
    })
    this.payments = new Payments({
      repository,
      settings,
      publisher,
      metrics: this.metrics,
    })
    this.webhookEvents = new WebhookEvents({
      repository,
      payments: this.payments,
      exceptions: this.exceptions,
      publisher,
      verifyAgain: (webhook) => judge.verifyAgain(webhook),
      storeName: async () => await settings.storeName(),
      metrics: this.metrics,
    })
    this.chainPolicies = new ChainPolicies({ settings })
    const clients = new ChainClients(settings)
    this.proofs = new Proofs({
      repository,
      payments: this.payments,
      refunds: this.refunds,
      policies: this.chainPolicies,
      clients,
    })
    this.watch = new Watch({ repository, settings, clients })
    this.transferMatches = new TransferMatches({
      repository,
      payments: this.payments,
      openException: (...exception) => this.exceptions.open(...exception),
    })
    this.incomingCoins = new IncomingCoins({ repository, settings, clients })
    this.accounts = new Accounts({
      repository,
      gateway: this.gateway,
      settings,
      logger,
    })
    this.orders = new GatewayOrders(this.accounts, this.payments)
    this.starts = new Starts({
      repository,
      settings,
      accounts: this.accounts,
      gateway: this.gateway,
      applyFact: (...fact) => this.payments.apply(...fact),
      publisher,
    })
    this.limits = new Limits({
      repository,
      // A buyer waits for it, and the provider reads them again.
      settings: () => settings.recent(),
      accounts: this.accounts,
      pauses,
      read: (payment) => this.orders.read(payment),
    })
    this.reconciliation = new Reconciliation({
      repository,
      accounts: this.accounts,
      pauses,
      payments: this.payments,
      exceptions: this.exceptions,
      refunds: this.refunds,
      publisher,
    })
    this.telemetry = new Telemetry({
      repository,
      metrics: this.metrics,
      healthCounts: () => this.health.counts(),
      logger,
    })
  }
}

export default StablecoinModuleService

// Values of the module that the rest of the plugin needs at run time.
export { planConnectionTest, testCredentials } from "./gateway/connection-test"
export { hostedCurrencies } from "./gateway/hosted-currencies"
export { storePayment } from "./payments/store-payment"
export { DEPOSITS } from "./repository/lists/deposits"
export { EXCEPTIONS } from "./repository/lists/exceptions"
export { COUNTED_ROWS } from "./repository/lists/list"
export { PAYMENTS } from "./repository/lists/payments"
export { REFUNDS } from "./repository/lists/refunds"
export { WEBHOOK_EVENTS } from "./repository/lists/webhook-events"
export { DELETED_CUSTOMER } from "./repository/medusa/notifications"
export { newPaymentId } from "./repository/payments/payments"
export { isSamePair, offersPair } from "./settings/offers-pair"
export {
  isProduction,
  storeMode,
  testRailsInProduction,
} from "./settings/test-money"
export { plainText } from "./settings/values"
export {
  HEALTH_PROBE_EVENT,
  HEALTH_PROBE_HEADER,
} from "./webhooks/health-probe"
export { ErrorLog } from "./webhooks/http/error-log"
export { railOfPath } from "./webhooks/http/rail-of-path"
export { receiveWebhook } from "./webhooks/http/receive-webhook"
export { handleStoredWebhooks } from "./webhooks/stored-webhooks"
export { QUIET_PAYMENTS, webhookUrl } from "./webhooks/webhook-watch"
