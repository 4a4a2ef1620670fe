import { z } from "zod"
import { GatewayApi } from "./gateway-api"
import { amountToSend, checkInput } from "./input"
import type { ClientOptions } from "./options"
import { orderReportSchema } from "./paid-order"
import type { Dialect } from "./read-answer"
import {
  businessTokenSchema,
  cancelledOrderSchema,
  createOrderRequestSchema,
  orderIdSchema,
  orderSchema,
  type CancelledOrder,
  type Order,
} from "./schemas"
import type { IssuedToken } from "./token-source"
import type { GatewayReport } from "./webhook-report"

/** Input of a payment order. */
export type CreateOrderInput = {
  /** Decimal string above 0, such as "10.50". */
  amount: string
  /** USDT or USDC. */
  currency: string
  /** POLYGON, ETH, BASE, ARBITRUM, BSC or AVALANCHE. */
  chain: string
  orderNo: string
  description?: string
  successUrl?: string
  cancelUrl?: string
  webhookUrl?: string
  metadata?: Record<string, unknown>
}

type BusinessToken = IssuedToken & { mode: string; endsAt: string }

const ORDERS = "/api/v1/transactions"

/**
 * Business Order API: `status` is true on success. The HTTP status reports
 * failures (contract: What the service does, Errors). A 2xx with `status:
 * false` is a refusal as well.
 */
const DIALECT: Dialect = {
  isSuccess: ({ status }) => status === true,
  isRefusal: (envelope, status) => envelope.status === false && status < 300,
}

/**
 * Client of the Business Order API (rail `onchain`). Every method throws
 * GatewayError and nothing else.
 */
export class BusinessOrderClient extends GatewayApi<BusinessToken> {
  /** @throws TypeError if `baseUrl` is not an http(s) address */
  constructor(options: ClientOptions) {
    super(options, {
      dialect: DIALECT,
      verifyPath: "/api/v1/auth/verify",
      tokenSchema: businessTokenSchema.transform((token) => ({
        accessToken: token.access_token,
        expiresAt: Date.parse(token.expires_at),
        endsAt: token.expires_at,
        mode: token.mode ?? "unknown",
      })),
    })
  }

  /**
   * Verifies the credentials with a fresh token (contract: POST
   * /api/v1/auth/verify).
   *
   * @returns the mode as the gateway names it ("live" is the only value shown;
   *   "unknown" if it names none), and the token's expiry, ISO 8601 with offset
   */
  async verify(): Promise<{ mode: string; expiresAt: string }> {
    const { mode, endsAt } = await this.freshToken()
    return { mode, expiresAt: endsAt }
  }

  /**
   * Creates a payment order (contract: POST /api/v1/transactions).
   *
   * @throws GatewayError; if it is `ambiguous`, an unknown order may exist
   */
  async createOrder(input: CreateOrderInput): Promise<Order> {
    return await this.create({
      path: ORDERS,
      request: createOrderRequestSchema,
      input: {
        amount: amountToSend(input.amount),
        currency: input.currency,
        chain: input.chain,
        order_no: input.orderNo,
        description: input.description,
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
        webhook_url: input.webhookUrl,
        metadata: input.metadata,
      },
      schema: orderSchema,
    })
  }

  /**
   * Reads an order (contract: GET /api/v1/transactions/{order_id}). The
   * response has no `order_no`.
   *
   * @param orderId the order's UUID
   * @param options `once`: does not retry; the caller retries transient errors
   *   later
   * @returns its state, in the format of a webhook; a paid order whose payment
   *   can't be trusted is `malformed`, not an error
   * @throws GatewayError `not_found` if it is not this account's, `bad_answer`
   *   if the gateway returns another order
   */
  async getOrder(
    orderId: string,
    { once = false }: { once?: boolean } = {}
  ): Promise<GatewayReport> {
    return this.call({
      operation: "read",
      method: "GET",
      path: this.#pathOf("GET", orderId),
      schema: orderReportSchema,
      problemOf: ({ gateway_id }) => problemOf(orderId, gateway_id),
      hasEffect: false,
      isRepeatable: !once,
    })
  }

  /**
   * Cancels a pending order (contract: POST
   * /api/v1/transactions/{order_id}/cancel). Retried after a transient error,
   * so that a refusal because the order is not pending may result from the
   * first attempt. After any error, read the order and trust its status.
   *
   * @param orderId the order's UUID
   * @throws GatewayError; the contract does not show the code for an order that
   *   is not pending
   */
  async cancelOrder(orderId: string): Promise<CancelledOrder> {
    return this.call({
      operation: "cancel",
      method: "POST",
      path: this.#pathOf("POST", orderId, "/cancel"),
      schema: cancelledOrderSchema,
      problemOf: ({ order_id }) => problemOf(orderId, order_id),
      hasEffect: true,
      isRepeatable: true,
    })
  }

  /** A UUID can't lead to another path, whatever its source. */
  #pathOf(method: "GET" | "POST", orderId: string, action = ""): string {
    const path = `${ORDERS}/{order_id}${action}`
    const { order_id } = checkInput(
      orderReferenceSchema,
      { order_id: orderId },
      this.describe({ method, path })
    )
    return `${ORDERS}/${order_id}${action}`
  }
}

const orderReferenceSchema = z.object({ order_id: orderIdSchema })

/** The problem of an answer about another order. */
function problemOf(asked: string, answered = asked): string | null {
  return answered.toLowerCase() === asked.toLowerCase()
    ? null
    : "data.order_id: is that of another order"
}
