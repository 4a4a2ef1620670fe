import { ADMIN } from "../demo/names"

/** The merchant's person at the admin API, while the store's processes come and go. */
export class Merchant {
  #token: string | null = null

  constructor(private readonly storeUrl: string) {}

  /** Cancels an order, once; that the store is down at that moment is bad luck. */
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
      // What the cancellation did until then is what counts.
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
      throw new Error(`The log-in was answered ${answer.status}.`)
    }
    return token
  }
}
