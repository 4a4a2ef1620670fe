import { setTimeout as wait } from "node:timers/promises"
import { ADMIN } from "./names.ts"

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

type WebhookEvent = {
  event: string
  body: string
  status: number | null
}

/** Events of either rail that report a payment. */
const PAID_EVENTS = ["payment.success", "payment_order.paid"]

/** Timeout for every wait, in milliseconds. */
const TIMEOUT_MS = 30_000

/** A merchant logged in to the store's admin API. */
export class Merchant {
  private constructor(
    private readonly storeUrl: string,
    private readonly token: string
  ) {}

  static async login(storeUrl: string): Promise<Merchant> {
    const { token } = await json<{ token: string }>(
      `${storeUrl}/auth/user/emailpass`,
      { method: "POST", body: JSON.stringify(ADMIN) }
    )
    return new Merchant(storeUrl, token)
  }

  /** Waits for the order of a payment collection, with its payment captured. */
  async paidOrder(collectionId: string): Promise<PaidOrder> {
    return await until("an order with its payment captured", async () => {
      const { orders } = await json<{ orders: AdminOrder[] }>(
        `${this.storeUrl}/admin/orders?order=-created_at&fields=id,display_id,currency_code,payment_collections.id,payment_collections.captured_amount`,
        { headers: { authorization: `Bearer ${this.token}` } }
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
}

/**
 * Waits until the store has answered 200 to the webhook that reports the
 * payment.
 *
 * @returns the webhook's event
 */
export async function answeredWebhook(
  controlUrl: string,
  paymentId: string
): Promise<string> {
  return await until("the store to answer the webhook with 200", async () => {
    const { webhooks } = await json<{ webhooks: WebhookEvent[] }>(
      `${controlUrl}/webhooks`
    )
    const paid = webhooks.find(
      ({ event, body, status }) =>
        PAID_EVENTS.includes(event) &&
        body.includes(paymentId) &&
        status === 200
    )
    return paid?.event
  })
}

async function until<T>(
  what: string,
  read: () => Promise<T | undefined>
): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline) {
    const answer = await read()
    if (answer) {
      return answer
    }
    await wait(100)
  }
  throw new Error(`waited ${TIMEOUT_MS / 1000} s for ${what}`)
}

async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, {
    ...init,
    headers: { "content-type": "application/json", ...init.headers },
  })
  if (!response.ok) {
    throw new Error(`${url} answered ${response.status}`)
  }
  return (await response.json()) as T
}
