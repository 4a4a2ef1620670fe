import { ADMIN } from "../harness/shop/names"

/**
 * The merchant at the admin API, while the store's processes are killed and
 * restarted.
 */
export class Merchant {
  #token: string | null = null

  constructor(private readonly storeUrl: string) {}

  /** Cancels an order, without a retry if the store is down. */
  async cancel(orderId: string): Promise<void> {
    try {
      this.#token ??= await this.#logIn()
      const answer = await fetch(
        `${this.storeUrl}/admin/orders/${orderId}/cancel`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${this.#token}` },
        }
      )
      await answer.body?.cancel()
    } catch {
      // Only the cancellation's effects until then count.
    }
  }

  async #logIn(): Promise<string> {
    const answer = await fetch(`${this.storeUrl}/auth/user/emailpass`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(ADMIN),
    })
    const { token } = (await answer.json()) as { token?: string }
    if (!token) {
      throw new Error(`The merchant could not log in: ${answer.status}.`)
    }
    return token
  }
}
