import type { Fact, FactSource, Payment } from "../../../ledger"
import type { Payments } from "../payments/payments"
import type { Accounts } from "../accounts/accounts"
import { cancelOrder, readOrder } from "./read-order"

/** Payments' orders at the gateway. */
export class GatewayOrders {
  constructor(
    private readonly accounts: Pick<Accounts, "orderOf">,
    private readonly payments: Pick<Payments, "apply">
  ) {}

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
   * @param options `once`: don't retry transient errors
   * @returns null when it can't be read, or its state is not one of the
   * ledger's
   * @throws GatewayError when the gateway does not answer
   */
  async readFact(
    payment: Payment,
    options: { once?: boolean } = {}
  ): Promise<Fact | null> {
    return await this.#request(payment, (client, id) =>
      readOrder(client, id, options)
    )
  }

  /**
   * Reads a payment from the gateway, where that is possible, and applies the
   * result.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway does not answer
   */
  async read(payment: Payment, source: FactSource = "read"): Promise<Payment> {
    return await this.#apply(payment, readOrder, source)
  }

  /**
   * Cancels a payment at the gateway, where that is possible, and applies the
   * result, which may be that it was paid.
   *
   * @returns the payment as it is now
   * @throws GatewayError when the gateway does not answer
   */
  async cancel(
    payment: Payment,
    source: FactSource = "read"
  ): Promise<Payment> {
    return await this.#apply(payment, cancelOrder, source)
  }

  async #apply(
    payment: Payment,
    request: typeof readOrder,
    source: FactSource
  ): Promise<Payment> {
    const fact = await this.#request(payment, request)
    const applied =
      fact && (await this.payments.apply(payment.id, fact, source))
    return applied?.payment ?? payment
  }

  async #request(
    payment: Payment,
    request: typeof readOrder
  ): Promise<Fact | null> {
    const order = await this.accounts.orderOf(payment)
    return order && (await request(order.client, order.id))
  }
}
