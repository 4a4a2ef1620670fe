import {
  merchantTokenAnswerSchema,
  transactionAnswerSchema,
  type Transaction,
} from "./answers"
import { modeOfClient } from "./client-mode"
import { merchantDialect } from "./dialect"
import { GatewayApi } from "./gateway-api"
import { GatewayError } from "./gateway-error"
import { amountToSend, checkInput } from "./input"
import type { ClientOptions } from "./options"
import {
  createTransactionRequestSchema,
  merchantCurrenciesSchema,
  type MerchantCurrency,
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
const CREATION = {
  operation: "create",
  method: "POST",
  path: "/merchant/api/transaction-info",
} as const

/**
 * Client of the Merchant Checkout API (rail `hosted`). Every method throws
 * GatewayError and nothing else.
 */
export class MerchantCheckoutClient {
  readonly #api: GatewayApi<IssuedToken>
  readonly #mode: "test" | "live"

  /** @throws TypeError if `baseUrl` is not an http(s) address */
  constructor(options: ClientOptions) {
    this.#mode = modeOfClient(options.clientId)
    this.#api = new GatewayApi(options, {
      dialect: merchantDialect,
      verifyPath: "/merchant/api/verify",
      tokenSchema: merchantTokenAnswerSchema.transform((token) => ({
        accessToken: token.access_token,
      })),
    })
  }

  /** Whether the sandbox sent the responses; false before the first one. */
  get isSandbox(): boolean {
    return this.#api.isSandbox
  }

  /**
   * Verifies the credentials with a fresh token (contract: POST
   * /merchant/api/verify).
   *
   * @returns `test` for credentials that begin with `test_`: no funds move
   */
  async verify(): Promise<{ mode: "test" | "live" }> {
    await this.#api.verify()
    return { mode: this.#mode }
  }

  /**
   * Lists the currencies that the merchant's checkout accepts now (contract:
   * GET /merchant/api/available-currencies).
   *
   * @returns null if this variant of the API has no such endpoint (404 or 405)
   */
  async listCurrencies(): Promise<MerchantCurrency[] | null> {
    try {
      const { currencies } = await this.#api.call({
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
   * /merchant/api/transaction-info). Sent once, or a second time after a 401,
   * which had no effect.
   *
   * @returns the transaction, `amount` as an exact decimal string
   * @throws GatewayError; if it is `ambiguous`, an unknown transaction may
   *   exist: keep the payment open, and do not create another one blindly
   */
  async createTransaction(input: CreateTransactionInput): Promise<Transaction> {
    const body = checkInput(
      createTransactionRequestSchema,
      {
        amount: amountToSend(input.amount),
        currency: input.currency,
        successUrl: input.successUrl,
        cancelUrl: input.cancelUrl,
        order_no: input.orderNo,
        item_name: input.itemName,
        webhook_url: input.webhookUrl,
        metadata: input.metadata,
      },
      this.#api.describe(CREATION)
    )
    return this.#api.call({
      ...CREATION,
      body,
      schema: transactionAnswerSchema,
      hasEffect: true,
      isRepeatable: false,
    })
  }

  /** Waits for requests in flight and closes the connections. */
  close(): Promise<void> {
    return this.#api.close()
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
