import { type BusinessOrderClient, GatewayError } from "../../../gateway"
import type { Fact, FactSource, Payment } from "../../../ledger"
import type { Payments } from "../payments/payments"
import { credentialsOf } from "../accounts/account"
import { accountOf } from "../accounts/effective-accounts"
import type { AdminSettings } from "../settings/admin-settings"
import { factOf } from "../webhooks/classify-report"
import type { GatewayClients } from "./gateway-clients"

type GatewayOrdersParts = {
  gateway: Pick<GatewayClients, "readers">
  settings: Pick<AdminSettings, "recent" | "renewed">
  payments: Pick<Payments, "apply">
}

/** Payments' orders at the gateway. */
export class GatewayOrders {
  constructor(private readonly parts: GatewayOrdersParts) {}

  /** Finds the order of a payment, and the client to read it with. */
  async #find({
    rail,
    gateway_id: id,
    account: key,
  }: Payment): Promise<{ client: BusinessOrderClient; id: string } | null> {
    const { gateway, settings } = this.parts
    const open = gateway.readers[rail]
    if (!open || !id) {
      return null
    }
    const found = accountOf(await settings.recent(), rail, key)
    // Another process may have started a payment with it just now.
    const renewed = found ? null : await settings.renewed()
    const account = renewed ? accountOf(renewed, rail, key) : found
    const credentials = credentialsOf(account)
    return credentials && { client: open(credentials), id }
  }

  /**
   * Whether this payment can be read from the gateway, with credentials that we
   * still have.
   */
  async isReadable(payment: Payment): Promise<boolean> {
    return (await this.#find(payment)) !== null
  }

  /**
   * Reads a payment from the gateway without applying the result.
   *
   * @param options `once`: don't retry transient errors
   * @returns null when it can't be read, or its state is not one of the
   * ledger's
   * @throws GatewayError when the gateway does not answer; a 404 is a fact
   */
  async readFact(
    payment: Payment,
    options: { once?: boolean } = {}
  ): Promise<Fact | null> {
    const order = await this.#find(payment)
    if (!order) {
      return null
    }
    try {
      return factOf(await order.client.getOrder(order.id, options))
    } catch (error) {
      if (error instanceof GatewayError && error.code === "not_found") {
        return { kind: "unknown_at_gateway" }
      }
      throw error
    }
  }

  /**
   * Reads a payment from the gateway, where that is possible, and applies the
   * result.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway does not answer
   */
  async read(payment: Payment, source: FactSource = "read"): Promise<Payment> {
    const fact = await this.readFact(payment)
    const applied =
      fact && (await this.parts.payments.apply(payment.id, fact, source))
    return applied?.payment ?? payment
  }

  /**
   * Cancels a payment at the gateway, where that is possible, and applies the
   * result, which may be that it was paid. One that is no longer pending can't
   * be cancelled, and the contract does not document that error. So the order is
   * read after any definite answer, and its state decides.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway does not answer
   */
  async cancel(
    payment: Payment,
    source: FactSource = "read"
  ): Promise<Payment> {
    const order = await this.#find(payment)
    try {
      await order?.client.cancelOrder(order.id)
    } catch (error) {
      if (!(error instanceof GatewayError) || error.retryable) {
        throw error
      }
    }
    return await this.read(payment, source)
  }
}
