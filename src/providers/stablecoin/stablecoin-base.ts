import {
  AbstractPaymentProvider,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import type {
  AuthorizePaymentInput,
  CancelPaymentInput,
  CapturePaymentInput,
  DeletePaymentInput,
  GetPaymentStatusInput,
  InitiatePaymentInput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RetrievePaymentInput,
  UpdatePaymentInput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { isAmountOf, type Payment } from "../../ledger"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { messageOf } from "../../shared/message-of"
import { authorize } from "./authorize"
import { bindLateMoney, lateMoneyOf } from "./late-money"
import { notAllowed, unknownPayment } from "./errors"
import { allocateCapture, cancel, refund } from "./money"
import { matchSession, sessionData, sessionStatus } from "./session"
import { type RailAdapter, startPayment } from "./start-payment"
import { fromMedusa } from "./terms"

/**
 * Base of both rails' payment providers. It adapts Medusa's calls to the ledger
 * and decides nothing.
 *
 * `session.data` comes from the buyer and is used only to look up the row.
 * Where Medusa itself passes the session's id, that id is used.
 */
export abstract class StablecoinProviderBase<
  TSettings extends { account: string },
> extends AbstractPaymentProvider {
  protected abstract readonly adapter: RailAdapter<TSettings>

  /** Public, as Medusa requires of a service. */
  constructor(container: Record<string, unknown>) {
    super(container)
  }

  /**
   * The module, from the Payment module's container. It throws where the module
   * is not configured, so it is read only when needed.
   *
   * @throws MedusaError that names the line to add
   */
  protected get stablecoin(): StablecoinModuleService {
    try {
      const found = this.container[STABLECOIN_MODULE]
      if (found) {
        return found as StablecoinModuleService
      }
    } catch {
      // The container throws without the dependency. With it, but without the
      // plugin, the entry is undefined.
    }
    throw notAllowed(
      `The stablecoin payment provider can't reach its module: add dependencies: ["${STABLECOIN_MODULE}"] to the entry of "@medusajs/medusa/payment" in medusa-config.ts, and "medusa-payment-stablecoin" to its plugins.`
    )
  }

  /** Medusa sets `data.session_id` itself, over the storefront's value. */
  async initiatePayment(input: InitiatePaymentInput) {
    const sessionId = String(input.data?.session_id ?? "")
    const { stablecoin } = this
    const read = await stablecoin.payments.readSession(sessionId)
    if (!read) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        "The payment session was not found, so no payment was started for it."
      )
    }
    const { session } = read
    const late = lateMoneyOf(input.context)
    const payment = late
      ? await bindLateMoney(stablecoin, session, late)
      : await startPayment(stablecoin, this.adapter, {
          ...read,
          data: input.data,
          cartAmount: fromMedusa(input.amount),
          cartCurrency: input.currency_code.toLowerCase(),
          customerId: input.context?.customer?.id,
          logger: this.logger,
        })
    await matchSession(this.container, session, payment)
    return {
      id: payment.id,
      status: sessionStatus(payment),
      data: sessionData(payment),
    }
  }

  /** The amount of a payment that was started at the gateway can't change. */
  async updatePayment(input: UpdatePaymentInput) {
    const payment = await this.paymentOf(input.data?.session_id)
    const asked = {
      amount: fromMedusa(input.amount),
      currency: input.currency_code.toLowerCase(),
    }
    if (!isAmountOf(payment, asked)) {
      throw notAllowed(
        `Payment ${payment.id} was started for ${payment.cart_amount} ${payment.cart_currency} and can't be changed: create a new payment session.`
      )
    }
    return { data: sessionData(payment), status: sessionStatus(payment) }
  }

  /**
   * Runs under the cart's short locks and may receive forged data. It only
   * schedules a reconciliation, which verifies that the session was deleted,
   * and never throws.
   */
  async deletePayment(input: DeletePaymentInput) {
    const sessionId = input.data?.session_id
    if (typeof sessionId === "string") {
      try {
        await this.stablecoin.schedules.scheduleReconcile({
          session_id: sessionId,
          rail: this.adapter.rail,
        })
      } catch (error) {
        // The row is reconciled anyway, only later.
        this.logger.warn(
          `Stablecoin payments: the end of a payment session could not be recorded: ${messageOf(error)}`
        )
      }
    }
    return { data: input.data }
  }

  async authorizePayment(input: AuthorizePaymentInput) {
    // The session's id from Medusa itself; `data` may contain another one's.
    const payment = await this.paymentOf(input.context?.idempotency_key)
    const { known, is_completing } = await authorize(this.stablecoin, payment)
    if (known.status !== "paid") {
      return {
        data: sessionData(known),
        status: PaymentSessionStatus.PENDING_AUTHORIZATION,
      }
    }
    const { chain_policy } = await this.stablecoin.payments.policiesOf(known)
    const isOnlyAuthorized =
      known.capture === "manual" ||
      is_completing ||
      chain_policy.proof === "require"
    const data = sessionData(known)
    if (!isOnlyAuthorized) {
      return { data, status: PaymentSessionStatus.CAPTURED }
    }
    // Medusa would capture during the authorization, and refund if it fails to
    // complete the cart afterwards. Settling captures once the order stands. It
    // may have ended before, or pause for an hour, such as with an exception.
    if (payment.status === "paid") {
      await this.stablecoin.schedules.reconcileSoon(known)
    } else {
      // No webhook has it settled. The event of its order does, or the job.
      await this.stablecoin.schedules.scheduleReconcile(known)
    }
    return { data, status: sessionStatus(known) }
  }

  /** Verifies that the payment is paid: the gateway captures it then. */
  async capturePayment(input: CapturePaymentInput) {
    const payment = await this.paymentOf(input.data?.session_id)
    await allocateCapture(this.stablecoin, payment)
    // Medusa records the capture with the order afterwards. Settling does if its
    // process dies before.
    await this.stablecoin.schedules.reconcileSoon(payment)
    return { data: sessionData(payment) }
  }

  async refundPayment(input: RefundPaymentInput) {
    const payment = await this.paymentOf(input.data?.session_id)
    await refund(this.stablecoin, payment, {
      medusa_refund_id: input.context?.idempotency_key,
      cart_amount: fromMedusa(input.amount),
    })
    return { data: sessionData(payment) }
  }

  async cancelPayment(input: CancelPaymentInput) {
    const payment = await this.paymentOf(input.data?.session_id)
    await cancel(this.stablecoin, payment, input.context)
    return { data: sessionData(payment) }
  }

  async retrievePayment(input: RetrievePaymentInput) {
    return { data: sessionData(await this.paymentOf(input.data?.session_id)) }
  }

  async getPaymentStatus(input: GetPaymentStatusInput) {
    const payment = await this.paymentOf(input.data?.session_id)
    return { data: sessionData(payment), status: sessionStatus(payment) }
  }

  /**
   * Our own routes replace Medusa's. Webhooks that still arrive here, such as
   * an event queued before the plugin was updated, are stored by the same code.
   * The job then processes them.
   */
  async getWebhookActionAndData({
    rawData,
    headers,
  }: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const accepted = await this.stablecoin.webhookAcceptor.accept({
      rail: this.adapter.rail,
      body: Buffer.from(rawData),
      header: (name) => headers[name]?.toString(),
    })
    if (!accepted.ok) {
      this.logger.warn(
        `Stablecoin payments: a ${this.adapter.rail} webhook was rejected: ${accepted.message}`
      )
    }
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  /** Returns the row of a session, whose id may be from stored data. */
  private async paymentOf(session_id: unknown): Promise<Payment> {
    const { rail } = this.adapter
    const payment =
      typeof session_id === "string"
        ? await this.stablecoin.payments.find({ session_id, rail })
        : null
    if (!payment) {
      throw unknownPayment()
    }
    return payment
  }

  private get logger(): Logger {
    return this.container.logger as Logger
  }
}
