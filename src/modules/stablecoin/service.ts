import {
  ContainerRegistrationKeys,
  MedusaService,
  Modules,
} from "@medusajs/framework/utils"
import type {
  ConfigModule,
  IEventBusModuleService,
  Logger,
} from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type ExceptionDraft,
  type Fact,
  type FactSource,
  fromMinorUnits,
  type Payment,
  type Rail,
  toMinorUnits,
} from "../../ledger"
import {
  type IncomingWebhook,
  judgeWebhook,
  type WebhookVerdict,
} from "./accept-webhook"
import { Announcer } from "./announcements"
import { cancelOrder, isAskable, readOrder } from "./ask-gateway"
import { GatewayClients } from "./gateway-clients"
import * as models from "./models"
import { resolveSettings, type Settings } from "./settings"
import * as deliveries from "./store/deliveries"
import { openExceptions, type OpenedException } from "./store/exceptions"
import { type MedusaSession, readMedusaSession } from "./store/medusa-session"
import * as payments from "./store/payments"
import * as refunds from "./store/refunds"
import type { DeliveryRow } from "./store/tables"

/** The stored delivery, or why there is none. */
export type AcceptedWebhook =
  | Extract<WebhookVerdict, { ok: false }>
  | { ok: true; delivery: deliveries.StoredDelivery }

type Cradle = {
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
  [ContainerRegistrationKeys.LOGGER]: Logger
  [ContainerRegistrationKeys.CONFIG_MODULE]: ConfigModule
  [Modules.EVENT_BUS]?: IEventBusModuleService
}

/**
 * The ledger's keeper: the one who writes the tables, knows the settings and
 * holds the gateway clients. What a fact means is decided in src/ledger.
 */
class StablecoinModuleService extends MedusaService(models) {
  readonly gateway = new GatewayClients()
  readonly #announcer: Announcer
  readonly #db: Knex
  readonly #settings: Settings

  /** Closes the gateway's connections with the store. */
  __hooks = {
    onApplicationShutdown: async (): Promise<void> => {
      await this.gateway.close()
    },
  }

  constructor(cradle: Cradle, options?: unknown) {
    super(cradle, options)
    this.#db = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.#announcer = new Announcer(
      cradle[Modules.EVENT_BUS],
      cradle[ContainerRegistrationKeys.LOGGER]
    )
    const config = cradle[ContainerRegistrationKeys.CONFIG_MODULE]
    this.#settings = resolveSettings(
      options,
      config?.projectConfig?.http?.storeCors ?? ""
    )
  }

  /** The settings in force, or what is missing of them. */

  async settings(): Promise<Settings> {
    return this.#settings
  }

  /** Every secret that may sign a webhook of this rail; none while it is not configured. */
  async webhookSecrets(rail: Rail): Promise<readonly string[]> {
    const settings = (await this.settings())[rail]
    return settings.ok ? settings.value.webhookSecrets : []
  }

  async readMedusaSession(sessionId: string): Promise<MedusaSession | null> {
    return await readMedusaSession(this.#db, sessionId)
  }

  /** Writes the row before the gateway is called. */
  async openPayment(payment: payments.NewPayment): Promise<Payment> {
    return await payments.insertPayment(this.#db, payment, new Date())
  }

  /** Applies a fact under the payment's row lock and announces what it did; null when there is no such payment. */
  async applyFact(
    paymentId: string,
    fact: Fact,
    source: FactSource,
    deliveryId?: string
  ): Promise<payments.Applied | null> {
    const applied = await payments.applyFact(
      this.#db,
      paymentId,
      fact,
      source,
      new Date(),
      deliveryId
    )
    if (applied) {
      await this.#announcer.applied(applied)
    }
    return applied
  }

  /**
   * Asks the gateway for a payment's state, where it can be asked, and notes
   * the answer.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway gives no answer
   */
  async poll(payment: Payment): Promise<Payment> {
    return await this.#ask(payment, readOrder)
  }

  /**
   * Cancels a payment at the gateway, where it can be cancelled, and notes
   * what became of it: it may have been paid.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway gives no answer
   */
  async cancelAtGateway(payment: Payment): Promise<Payment> {
    return await this.#ask(payment, cancelOrder)
  }

  async #ask(payment: Payment, ask: typeof readOrder): Promise<Payment> {
    const { onchain } = await this.settings()
    if (
      !isAskable(payment) ||
      !onchain.ok ||
      onchain.value.account !== payment.account
    ) {
      return payment
    }
    const client = this.gateway.onchain(onchain.value)
    const fact = await ask(client, payment.gateway_id)
    const applied = fact && (await this.applyFact(payment.id, fact, "poll"))
    return applied?.payment ?? payment
  }

  async findPayment(
    where: Parameters<typeof payments.findPayment>[1]
  ): Promise<Payment | null> {
    return await payments.findPayment(this.#db, where)
  }

  async lookSoon(where: Pick<Payment, "session_id" | "rail">): Promise<void> {
    await payments.lookSoon(this.#db, where, new Date())
  }

  async claimDuePayments(
    claim: Parameters<typeof payments.claimDuePayments>[1]
  ): Promise<Payment[]> {
    return await payments.claimDuePayments(this.#db, claim, new Date())
  }

  async finishLook(seen: Payment, next: Date | null): Promise<void> {
    await payments.finishLook(this.#db, seen, next)
  }

  async setOrder(paymentId: string, orderId: string): Promise<void> {
    await payments.setOrder(this.#db, paymentId, orderId)
  }

  async openException(
    paymentId: string,
    draft: ExceptionDraft
  ): Promise<OpenedException[]> {
    const opened = await openExceptions(this.#db, paymentId, [draft])
    await this.#announcer.exceptions(opened)
    return opened
  }

  async recordRefund(
    request: refunds.RefundRequest
  ): Promise<refunds.RefundOutcome> {
    const outcome = await refunds.recordRefund(this.#db, request)
    if ("refund" in outcome && outcome.fresh) {
      await this.#announcer.refundDue(outcome.refund)
      await this.#announcer.exceptions(outcome.opened)
    }
    return outcome
  }

  /** Sum of the refunds due of a payment, in its stablecoin. */
  async refundsDue(paymentId: string): Promise<string> {
    const amounts = await refunds.refundAmounts(this.#db, paymentId)
    return fromMinorUnits(
      amounts.reduce((sum, amount) => sum + toMinorUnits(amount), 0n)
    )
  }

  /**
   * Verifies a webhook and stores it; once this returns a delivery, it is on
   * disk. The one way in, whatever route it came by.
   *
   * @throws when it is genuine and can't be stored
   */
  async acceptWebhook(webhook: IncomingWebhook): Promise<AcceptedWebhook> {
    const { rail, body } = webhook
    const verdict = judgeWebhook(webhook, await this.webhookSecrets(rail))
    if (!verdict.ok) {
      return verdict
    }
    const { event } = verdict.report
    const delivery = { rail, event, body }
    return {
      ok: true,
      delivery: await deliveries.insertDelivery(this.#db, delivery, new Date()),
    }
  }

  async findDelivery(id: string): Promise<DeliveryRow | null> {
    return await deliveries.findDelivery(this.#db, id)
  }

  async ignoreDelivery(id: string, reason: string): Promise<void> {
    await deliveries.ignoreDelivery(this.#db, id, reason, new Date())
  }

  async failDelivery(delivery: DeliveryRow, error: string): Promise<void> {
    await deliveries.failDelivery(this.#db, delivery, error, new Date())
  }

  async dueDeliveries(limit: number): Promise<string[]> {
    return await deliveries.dueDeliveries(this.#db, limit, new Date())
  }
}

export default StablecoinModuleService
