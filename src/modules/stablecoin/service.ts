import {
  ContainerRegistrationKeys,
  MedusaService,
  Modules,
} from "@medusajs/framework/utils"
import {
  type AccountInForce,
  type ExceptionDraft,
  type Fact,
  type FactSource,
  type Payment,
  hasBeenResolved,
  judgingAccount,
  RAILS,
  toMinorUnits,
} from "../../ledger"
import {
  type AcceptedWebhook,
  type IncomingWebhook,
} from "./webhooks/accept-webhook"
import { Accounts } from "./gateway/accounts"
import { AdminSettings } from "./settings/admin-settings"
import { EventPublisher } from "./payments/event-publisher"
import { cancelOrder, readOrder } from "./gateway/read-order"
import type { Cradle } from "./cradle"
import { CustomerData } from "./payments/customer-data"
import { WebhookEvents } from "./webhooks/webhook-events"
import { AdminOperations } from "./payments/admin-operations"
import { GatewayClients } from "./gateway/gateway-clients"
import { Health } from "./health"
import { PaymentStream } from "./payments/stream/payment-stream"
import { Limits } from "./payments/limits"
import * as models from "./models"
import { Reconciliation } from "./payments/reconciliation"
import type { Settings } from "./settings/settings"
import { Starts } from "./payments/starts"
import { createRepository, type Repository } from "./repository"
import type { PaymentWithMedusaState } from "./repository/medusa-state"
import type { OpenedException } from "./repository/exceptions"
import type { MedusaSession } from "./repository/medusa-session"
import type { Applied } from "./repository/payments"
import type { RefundOutcome, RefundRequest } from "./repository/refunds"
import { Metrics } from "./telemetry/metrics"
import { Telemetry } from "./telemetry/telemetry"
import { WebhookWatch } from "./webhooks/webhook-watch"

/**
 * Entry point of the module: writes its tables, reads its settings and owns the
 * gateway clients. The rules for facts are in src/ledger.
 */
class StablecoinModuleService extends MedusaService(models) {
  /** OpenTelemetry instruments of this process: no-ops without an SDK. */
  readonly metrics = new Metrics()
  readonly telemetry: Telemetry
  readonly gateway = new GatewayClients(this.metrics)
  /** Settings from the config and from the admin. */
  readonly adminSettings: AdminSettings
  readonly accounts: Accounts
  readonly reconciliation: Reconciliation
  /** Reads and writes of starting a payment. */
  readonly starts: Starts
  /** Rate limits for gateway calls that buyers cause. */
  readonly limits: Limits
  /** Webhook events, from receipt to purge. */
  readonly webhookEvents: WebhookEvents
  /** Detects missing webhooks. */
  readonly webhooks: WebhookWatch
  /** Read-only diagnostics of the module. */
  readonly health: Health
  /** The admin's lists, and its actions on exceptions and refunds. */
  readonly adminOperations: AdminOperations
  /** Exports and erases personal data in the ledger. */
  readonly customers: CustomerData
  /** Streams payment changes to buyers. */
  readonly live: PaymentStream
  readonly #announcer: EventPublisher
  readonly #repository: Repository

  /**
   * Starts background work with the store, and closes all connections with it.
   */
  __hooks = {
    onApplicationStart: async (): Promise<void> => {
      this.telemetry.begin()
      await this.webhooks.begin()
    },
    onApplicationShutdown: async (): Promise<void> => {
      this.telemetry.end()
      await Promise.all([this.webhooks.end(), this.adminSettings.modes.end()])
      await this.live.close()
      await this.gateway.close()
    },
  }

  constructor(cradle: Cradle, options?: unknown) {
    super(cradle, options)
    this.#repository = createRepository(
      cradle[ContainerRegistrationKeys.PG_CONNECTION]
    )
    const logger = cradle[ContainerRegistrationKeys.LOGGER]
    this.#announcer = new EventPublisher(cradle[Modules.EVENT_BUS], logger)
    this.webhookEvents = new WebhookEvents(
      this.#repository,
      this.#announcer,
      (webhook) => this.accounts.judge(webhook),
      this.metrics
    )
    this.webhooks = new WebhookWatch({
      repository: this.#repository,
      settings: () => this.settings(),
      logger,
    })
    this.adminOperations = new AdminOperations(
      this.#repository,
      this.#announcer
    )
    this.customers = new CustomerData(this.#repository)
    this.live = PaymentStream.in(cradle, this.#repository, this.metrics)
    this.adminSettings = AdminSettings.in(cradle, this.#repository, options)
    this.accounts = new Accounts({
      repository: this.#repository,
      gateway: this.gateway,
      settings: this.adminSettings,
      openException: (...exception) => this.openException(...exception),
      logger,
    })
    this.starts = new Starts({
      repository: this.#repository,
      settings: this.adminSettings,
      gateway: this.gateway,
      applyFact: (...fact) => this.applyFact(...fact),
    })
    this.limits = new Limits({
      repository: this.#repository,
      settings: () => this.settings(),
      accounts: this.accounts,
      pauses: this.gateway.pauses,
      poll: (payment) => this.poll(payment),
    })
    this.health = new Health(this.#repository, this.adminSettings)
    this.reconciliation = new Reconciliation({
      repository: this.#repository,
      accounts: this.accounts,
      pauses: this.gateway.pauses,
      applyFact: (...fact) => this.applyFact(...fact),
      openException: (...question) => this.openException(...question),
      announce: (opened) => this.#announcer.exceptions(opened),
      recordRefund: (request) => this.recordRefund(request),
    })
    this.telemetry = new Telemetry({
      repository: this.#repository,
      metrics: this.metrics,
      streams: () => this.live.counts,
      queues: () => ({
        ...this.webhookEvents.waiting,
        look_up_payments: this.accounts.waitingLookups,
      }),
      logger,
    })
  }

  /**
   * Effective settings, or their problems.
   *
   * @throws when the database can't be read
   */
  async settings(): Promise<Settings> {
    return await this.adminSettings.inForce()
  }

  async readMedusaSession(sessionId: string): Promise<MedusaSession | null> {
    return await this.#repository.readMedusaSession(sessionId)
  }

  /**
   * Sum that other payments of the session's collection cover, an exact
   * decimal.
   */
  async coveredByOthers(
    session: Pick<MedusaSession, "id" | "payment_collection_id">
  ): Promise<string> {
    return await this.#repository.coveredByOthers(session)
  }

  /**
   * Applies a fact under the payment's row lock and publishes the resulting
   * events.
   *
   * @returns null when the payment does not exist
   */
  async applyFact(
    paymentId: string,
    fact: Fact,
    source: FactSource,
    webhookEventId?: string
  ): Promise<Applied | null> {
    const applied = await this.#repository.applyFact(
      paymentId,
      fact,
      source,
      new Date(),
      webhookEventId
    )
    if (applied && webhookEventId) {
      this.webhookEvents.count("processed")
    }
    if (applied) {
      await this.#announcer.applied(applied)
    }
    return applied
  }

  /**
   * Reads a payment from the gateway, where that is possible, and applies the
   * result.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway does not answer
   */
  async poll(payment: Payment, source: FactSource = "poll"): Promise<Payment> {
    return await this.#ask(payment, readOrder, source)
  }

  /**
   * Cancels a payment at the gateway, where that is possible, and applies the
   * result, which may be that it was paid.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway does not answer
   */
  async cancelAtGateway(
    payment: Payment,
    source: FactSource = "poll"
  ): Promise<Payment> {
    return await this.#ask(payment, cancelOrder, source)
  }

  /**
   * Whether this payment can be read from the gateway, with credentials that we
   * still have.
   */
  async isReadable(payment: Payment): Promise<boolean> {
    return (await this.accounts.orderOf(payment)) !== null
  }

  /**
   * Reads a payment from the gateway without applying the result.
   *
   * @returns null when it can't be read, or its state is not one of the
   * ledger's
   * @throws GatewayError when the gateway does not answer
   */
  async readFact(payment: Payment, read = readOrder): Promise<Fact | null> {
    const order = await this.accounts.orderOf(payment)
    return order && (await read(order.client, order.id))
  }

  async #ask(
    payment: Payment,
    ask: typeof readOrder,
    source: FactSource
  ): Promise<Payment> {
    const fact = await this.readFact(payment, ask)
    const applied = fact && (await this.applyFact(payment.id, fact, source))
    return applied?.payment ?? payment
  }

  async findPayment(
    where: Parameters<Repository["findPayment"]>[0]
  ): Promise<Payment | null> {
    return await this.#repository.findPayment(where)
  }

  /** @param inMs delay, 0 by default */
  async scheduleReconcile(
    where: Pick<Payment, "session_id" | "rail">,
    inMs = 0
  ): Promise<void> {
    await this.#repository.scheduleReconcile(where, new Date(Date.now() + inMs))
  }

  /**
   * The current account of the payment's rail. Read for paid test payments
   * only: any store captures live money.
   */
  async accountInForce({
    rail,
    status,
    mode,
  }: Payment): Promise<AccountInForce | null> {
    if (status !== "paid" || mode === "live") {
      return null
    }
    const own = await this.adminSettings.modeInForce(rail)
    const others = await Promise.all(
      RAILS.map((each) => this.adminSettings.modeInForce(each))
    )
    return judgingAccount(own, others)
  }

  /**
   * Whether the merchant has refunded a payment in full, or resolved it by
   * hand.
   */
  async isResolved({ id, status, amount }: Payment): Promise<boolean> {
    if (status !== "paid" || !(await this.#repository.hasExceptions(id))) {
      return false
    }
    const [resolutions, due] = await Promise.all([
      this.#repository.listResolutions(id),
      this.#repository.refundsDue(id),
    ])
    return (
      hasBeenResolved(resolutions) || toMinorUnits(due) >= toMinorUnits(amount)
    )
  }

  /** Schedules the other payments of a collection for reconciliation. */
  async reconcileSiblings(
    payment: Pick<Payment, "id" | "payment_collection_id">
  ): Promise<string[]> {
    return await this.#repository.reconcileSiblings(payment, new Date())
  }

  async finishReconcile(
    ...look: Parameters<Repository["finishReconcile"]>
  ): Promise<void> {
    await this.#repository.finishReconcile(...look)
  }

  /** The payment together with Medusa's current state. */
  async readMedusaState(
    paymentId: string
  ): Promise<PaymentWithMedusaState | null> {
    return await this.#repository.readMedusaState(paymentId)
  }

  async openException(
    paymentId: string | null,
    draft: ExceptionDraft,
    webhookEventId?: string
  ): Promise<OpenedException[]> {
    const opened = await this.#repository.openExceptions(
      paymentId,
      [draft],
      webhookEventId
    )
    await this.#announcer.exceptions(opened)
    return opened
  }

  /**
   * Writes the refund due of a Medusa refund, or an exception in its place,
   * once, and publishes the event.
   */
  async recordRefund(request: RefundRequest): Promise<RefundOutcome> {
    return await this.#announced(await this.#repository.recordRefund(request))
  }

  /** Writes the rest of a paid payment as a refund due, if there is any. */
  async oweRemainder(
    paymentId: string,
    reason: string
  ): Promise<RefundOutcome> {
    return await this.#announced(
      await this.#repository.oweRemainder(paymentId, reason)
    )
  }

  async #announced(outcome: RefundOutcome): Promise<RefundOutcome> {
    if ("refund" in outcome && outcome.fresh) {
      await this.#announcer.refundDue(outcome.refund)
      await this.#announcer.exceptions(outcome.opened)
    }
    if ("withheld" in outcome) {
      await this.#announcer.exceptions(outcome.opened)
    }
    return outcome
  }

  /** Sum of a payment's refunds, sent or not, in its stablecoin. */
  async refundsDue(paymentId: string): Promise<string> {
    return await this.#repository.refundsDue(paymentId)
  }

  /** Verifies and stores a webhook: see WebhookEvents. */
  async acceptWebhook(webhook: IncomingWebhook): Promise<AcceptedWebhook> {
    return await this.webhookEvents.accept(webhook)
  }
}

export default StablecoinModuleService
