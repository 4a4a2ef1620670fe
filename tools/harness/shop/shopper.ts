import { setTimeout as wait } from "node:timers/promises"
import { type Answer, request, requestOrThrow } from "./request"
import type { Offer } from "../store/seed"

const COMPLETIONS = 5
const BETWEEN_COMPLETIONS_MS = 300

export type Cart = {
  id: string
  total: number
  currency_code: string
  payment_collection_id: string
}

export type PaymentSession = {
  id: string
  provider_id: string
  status: string
  amount: number
  data: Record<string, unknown>
}

export type CompletedCart =
  | { type: "order"; order: { id: string; display_id: number } }
  | { type: "cart"; error: { message: string; type: string } }

/** A buyer that uses only HTTP, with the calls of any storefront. */
export class Shopper {
  constructor(
    private readonly storeUrl: string,
    private readonly store: Offer
  ) {}

  async call<T>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: unknown
  ): Promise<Answer<T>> {
    const headers = this.#headers
    return await request(`${this.storeUrl}${path}`, { method, headers, body })
  }

  /** @throws Error unless the response is a success */
  async get<T>(path: string): Promise<T> {
    const headers = this.#headers
    return await requestOrThrow(`${this.storeUrl}${path}`, { headers })
  }

  /** Creates a cart that is complete except for its payment. */
  async fillCart(quantity = 1): Promise<Cart> {
    const { cart } = await this.#post<{ cart: { id: string } }>(
      "/store/carts",
      {
        region_id: this.store.region_id,
        email: "buyer@example.com",
        items: [{ variant_id: this.store.variant_id, quantity }],
        shipping_address: {
          first_name: "Ada",
          last_name: "Buyer",
          address_1: "1 Main St",
          city: "Springfield",
          country_code: this.store.country_code,
          postal_code: "12345",
        },
      }
    )
    const shipped = await this.#post<{
      cart: Omit<Cart, "payment_collection_id">
    }>(`/store/carts/${cart.id}/shipping-methods`, {
      option_id: this.store.shipping_option_id,
    })
    const { payment_collection } = await this.#post<{
      payment_collection: { id: string }
    }>("/store/payment-collections", { cart_id: cart.id })
    const { id, total, currency_code } = shipped.cart
    const payment_collection_id = payment_collection.id
    return { id, total, currency_code, payment_collection_id }
  }

  /** Starts a payment session. `data` is the plugin's session input. */
  async startSession(
    cart: Pick<Cart, "payment_collection_id">,
    providerId: string,
    data: Record<string, unknown> = {}
  ): Promise<PaymentSession> {
    const answer = await this.tryStartSession(cart, providerId, data)
    const session = answer.body.payment_collection?.payment_sessions.find(
      ({ provider_id }) => provider_id === providerId
    )
    if (!session) {
      throw new Error(
        `No payment session was started: ${answer.status} ${JSON.stringify(answer.body)}`
      )
    }
    return session
  }

  /** The same, but returns a rejection instead of throwing. */
  async tryStartSession(
    cart: Pick<Cart, "payment_collection_id">,
    providerId: string,
    data: Record<string, unknown> = {}
  ): Promise<
    Answer<{
      payment_collection?: { payment_sessions: PaymentSession[] }
      message?: string
      type?: string
    }>
  > {
    return await this.call(
      "POST",
      `/store/payment-collections/${cart.payment_collection_id}/payment-sessions`,
      { provider_id: providerId, data }
    )
  }

  /**
   * Completes the cart. Retries when Medusa reports an order that its response
   * lacks, which is harmless and returns the order.
   */
  async complete(cart: Pick<Cart, "id">): Promise<Answer<CompletedCart>> {
    const path = `/store/carts/${cart.id}/complete`
    for (let tries = 1; ; tries++) {
      const answer = await this.call<CompletedCart>("POST", path)
      const { body } = answer
      if (body.type !== "order" || body.order) {
        return answer
      }
      if (tries === COMPLETIONS) {
        throw new Error(
          `POST ${path} answered ${tries} times without the order in its response.`
        )
      }
      await wait(BETWEEN_COMPLETIONS_MS)
    }
  }

  async #post<T>(path: string, body: unknown): Promise<T> {
    const sent = { method: "POST", headers: this.#headers, body } as const
    return await requestOrThrow(`${this.storeUrl}${path}`, sent)
  }

  get #headers(): Record<string, string> {
    return { "x-publishable-api-key": this.store.publishable_key }
  }
}
