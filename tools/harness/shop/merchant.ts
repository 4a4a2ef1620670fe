import { waitFor } from "../wait-for"
import type { SeededStore } from "../store/seed"
import { ADMIN } from "./names"
import { type Answer, request, requestOrThrow } from "./request"

/** A paid order as the merchant sees it. Amounts in major units. */
export type PaidOrder = {
  id: string
  display_id: number
  currency_code: string
  captured: number
}

type AdminOrder = Omit<PaidOrder, "captured"> & {
  payment_collections?: { id: string; captured_amount: number | null }[]
}

/** An order that the merchant enters by hand. */
type EnteredOrder = {
  region_id?: string
  email?: string
  unit_price?: number
  quantity?: number
}

/** A merchant with only the admin API, logged in with the first request. */
export class Merchant {
  #token: string | null = null

  constructor(
    protected readonly store: {
      readonly url: string
      readonly seeded?: SeededStore
    }
  ) {}

  async call<T>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: unknown
  ): Promise<Answer<T>> {
    const headers = await this.login()
    return await request(`${this.store.url}${path}`, { method, headers, body })
  }

  /** @throws Error unless the response is a success */
  async get<T>(path: string): Promise<T> {
    const headers = await this.login()
    return await requestOrThrow(`${this.store.url}${path}`, { headers })
  }

  /** @throws Error unless the response is a success */
  async post<T>(path: string, body?: unknown): Promise<T> {
    const sent = { method: "POST", headers: await this.login(), body } as const
    return await requestOrThrow(`${this.store.url}${path}`, sent)
  }

  /** Waits for the order of a payment collection, with its payment captured. */
  async paidOrder(collectionId: string): Promise<PaidOrder> {
    return await waitFor("an order with its payment captured", async () => {
      const { orders } = await this.get<{ orders: AdminOrder[] }>(
        "/admin/orders?order=-created_at&fields=id,display_id,currency_code,payment_collections.id,payment_collections.captured_amount"
      )
      for (const { payment_collections = [], ...order } of orders) {
        const paid = payment_collections.find(({ id }) => id === collectionId)
        if (paid?.captured_amount) {
          return { ...order, captured: Number(paid.captured_amount) }
        }
      }
      return undefined
    })
  }

  /** Drafts an order, of 12.50 unless it says otherwise. @returns its id */
  async draftOrder({
    region_id = this.store.seeded?.region_id,
    email = "buyer@example.com",
    unit_price = 12.5,
    quantity = 1,
  }: EnteredOrder = {}): Promise<string> {
    const { draft_order } = await this.post<{ draft_order: { id: string } }>(
      "/admin/draft-orders",
      {
        region_id,
        email,
        items: [{ title: "Enamel mug", quantity, unit_price }],
      }
    )
    return draft_order.id
  }

  /** The same, converted to an order. */
  async enterOrder(entered?: EnteredOrder): Promise<string> {
    const id = await this.draftOrder(entered)
    await this.post(`/admin/draft-orders/${id}/convert-to-order`, {})
    return id
  }

  /**
   * Prepares an edit of an order's only item.
   *
   * @returns a function that confirms it
   */
  async prepareEdit(
    { order_id }: { order_id: string },
    quantity: number
  ): Promise<() => Promise<void>> {
    const { order } = await this.get<{ order: { items: { id: string }[] } }>(
      `/admin/orders/${order_id}?fields=items.id`
    )
    const edits = `/admin/order-edits/${order_id}`
    await this.post("/admin/order-edits", { order_id })
    await this.post(`${edits}/items/item/${order.items[0]!.id}`, { quantity })
    return async () => {
      await this.post(`${edits}/confirm`, {})
    }
  }

  async editOrder(
    order: { order_id: string },
    quantity: number
  ): Promise<void> {
    const confirm = await this.prepareEdit(order, quantity)
    await confirm()
  }

  /** @returns the headers of a request with the login */
  protected async login(): Promise<{ authorization: string }> {
    if (!this.#token) {
      const { token } = await requestOrThrow<{ token: string }>(
        `${this.store.url}/auth/user/emailpass`,
        { method: "POST", body: ADMIN }
      )
      this.#token = token
    }
    return { authorization: `Bearer ${this.#token}` }
  }
}
