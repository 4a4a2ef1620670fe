import { GatewayApi } from "./gateway-api"
import { GatewayError } from "./gateway-error"
import { amountToSend } from "./input"
import { modeOfClient, type ClientOptions } from "./options"
import type { Dialect } from "./read-answer"
import {
  createTransactionRequestSchema,
  merchantCurrenciesSchema,
  merchantTokenSchema,
  transactionSchema,
  type GatewayCurrency,
  type Transaction,
} from "./schemas"
import type { IssuedToken } from "./token-source"

/**
 * Input of a transaction. `order_no` and `item_name` are always sent, since one
 * variant requires them.
 */
export type CreateTransactionInput = {
  /** Decimal string above 0, such as "10.50". */
  amount: string
  /** Code from the currency listing: USDT, USDC, in one variant USD. */
  currency: string
  successUrl: string
  cancelUrl: string
  orderNo: string
  itemName: string
  webhookUrl?: string
  metadata?: Record<string, unknown>
}

const LISTING = {
  operation: "list_currencies",
  method: "GET",
  path: "/merchant/api/available-currencies",
} as const

/**
 * Statuses of a proxy, not of the application: the request may or may not have
 * been processed.
 */
const PROXY_STATUSES = [502, 503, 504]

/**
 * Merchant Checkout API: a failure may have any HTTP status, 200 and 500
 * included. Its body has a `status` other than "success" and a `message`
 * (contract: Endpoints, Errors).
 */
const DIALECT: Dialect = {
  isSuccess: ({ status }) => status === "success",
  isRefusal: (envelope, status) =>
    ["string", "boolean"].includes(typeof envelope.status) &&
    envelope.status !== "success" &&
    typeof envelope.message === "string" &&
    !PROXY_STATUSES.includes(status),
}

/**
 * Client of the Merchant Checkout API (rail `hosted`). Every method throws
 * GatewayError and nothing else.
 */
export class MerchantCheckoutClient extends GatewayApi<IssuedToken> {
  readonly #mode: "test" | "live"

  /** @throws TypeError if `baseUrl` is not an http(s) address */
  constructor(options: ClientOptions) {
    super(options, {
      dialect: DIALECT,
      verifyPath: "/merchant/api/verify",
      tokenSchema: merchantTokenSchema.transform((token) => ({
        accessToken: token.access_token,
      })),
    })
    this.#mode = modeOfClient(options.clientId)
  }

  /**
   * Verifies the credentials with a fresh token (contract: POST
   * /merchant/api/verify).
   *
   * @returns `test` for credentials that begin with `test_`: no funds move
   */
  async verify(): Promise<{ mode: "test" | "live"; expiresAt?: undefined }> {
    await this.freshToken()
    return { mode: this.#mode }
  }

  /**
   * Lists the currencies that the merchant's checkout accepts now (contract:
   * GET /merchant/api/available-currencies).
   *
   * @returns null if this variant of the API has no such endpoint (404 or 405)
   */
  async listCurrencies(): Promise<GatewayCurrency[] | null> {
    try {
      const { currencies } = await this.call({
        ...LISTING,
        schema: merchantCurrenciesSchema,
        hasEffect: false,
        isRepeatable: true,
      })
      return currencies
    } catch (error) {
      if (isMissing(error)) {
        return null
      }
      throw error
    }
  }

  /**
   * Creates a transaction and its checkout page (contract: POST
   * /merchant/api/transaction-info).
   *
   * @throws GatewayError; if it is `ambiguous`, an unknown transaction may exist
   */
  async createTransaction(input: CreateTransactionInput): Promise<Transaction> {
    return await this.create({
      path: "/merchant/api/transaction-info",
      request: createTransactionRequestSchema,
      input: {
        amount: amountToSend(input.amount),
        currency: input.currency,
        successUrl: input.successUrl,
        cancelUrl: input.cancelUrl,
        order_no: input.orderNo,
        item_name: input.itemName,
        webhook_url: input.webhookUrl,
        metadata: input.metadata,
      },
      schema: transactionSchema,
    })
  }
}

/** Only for the listing: a 404 of the token request means a wrong base URL. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof GatewayError &&
    error.request.path.endsWith(LISTING.path) &&
    (error.status === 404 || error.status === 405)
  )
}
