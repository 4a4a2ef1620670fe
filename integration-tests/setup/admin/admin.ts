import { ADMIN } from "../../../harness/shop/names"
import { seedAdmin } from "../../../harness/store/seed-admin"
import type { Answer } from "../../../harness/shop/shopper"
import type { AdminSettingsResponse } from "../../../src/http-types"
import type { TestStore } from "../store/store"

/** A merchant's admin user, over HTTP only. */
export class Admin {
  #token: string | null = null

  constructor(private readonly store: TestStore) {}

  /** Creates the user. Runs before the tests, so that the baseline keeps it. */
  async enrol(): Promise<void> {
    await seedAdmin(this.store.container)
  }

  async call<T>(
    method: "GET" | "POST",
    path: string,
    body?: unknown
  ): Promise<Answer<T>> {
    this.#token ??= await this.logIn()
    return await this.send(method, path, body, {
      authorization: `Bearer ${this.#token}`,
    })
  }

  /**
   * Saves settings as the page does: with the version it has read, unless the
   * change names one.
   */
  async saveSettings<T>(change: object): Promise<Answer<T>> {
    const path = "/admin/stablecoin/settings"
    const { body } = await this.call<AdminSettingsResponse>("GET", path)
    const { version } = body.settings
    return await this.call("POST", path, { version, ...change })
  }

  /** Logs in as a browser does. @returns the session's cookie */
  async openSession(): Promise<string> {
    this.#token ??= await this.logIn()
    const { headers } = await fetch(`${this.store.url}/auth/session`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#token}` },
    })
    return headers.get("set-cookie")?.split(";")[0] ?? ""
  }

  private async logIn(): Promise<string> {
    const { body } = await this.send<{ token: string }>(
      "POST",
      "/auth/user/emailpass",
      { ...ADMIN }
    )
    return body.token
  }

  private async send<T>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {}
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.store.url}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as T }
  }
}
