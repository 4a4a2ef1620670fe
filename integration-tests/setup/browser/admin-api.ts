import { ADMIN } from "../../../harness/shop/names"
import type {
  AdminSettingsChange,
  AdminSettingsResponse,
} from "../../../src/http-types"
import { RAILS } from "../../../src/ledger"
import type { AdminStore } from "./facts"

type Settings = AdminSettingsResponse["settings"]

/** The same admin user over HTTP, for steps that the page doesn't cover. */
export class AdminApi {
  private constructor(
    private readonly store: AdminStore,
    private readonly token: string
  ) {}

  static async login(store: AdminStore): Promise<AdminApi> {
    const { token } = await json<{ token: string }>(
      `${store.url}/auth/user/emailpass`,
      { method: "POST", body: JSON.stringify(ADMIN) }
    )
    return new AdminApi(store, token)
  }

  async get<T>(path: string): Promise<T> {
    return await this.call("GET", path)
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return await this.call("POST", path, body)
  }

  async settings(): Promise<Settings> {
    const { settings } = await this.get<AdminSettingsResponse>(
      "/admin/stablecoin/settings"
    )
    return settings
  }

  /** Saves settings on top of the current version. */
  async saveSettings(change: AdminSettingsChange): Promise<void> {
    const { version } = await this.settings()
    await this.post("/admin/stablecoin/settings", { version, ...change })
  }

  /** Resets the store to one without credentials. */
  async removeCredentials(): Promise<void> {
    const settings = await this.settings()
    const nothing = RAILS.map((rail) => {
      const ids = settings[rail].webhook_secrets.flatMap(({ id }) => id ?? [])
      const change = {
        client_id: null,
        client_secret: null,
        webhook_secrets: { remove: ids },
      }
      return [rail, change] as const
    })
    await this.saveSettings(Object.fromEntries(nothing))
  }

  /**
   * Resets the store to one where only the gateway portal's credentials were
   * entered.
   */
  async setUp(): Promise<void> {
    await this.removeCredentials()
    const { hosted, onchain } = this.store.gateway.credentials
    await this.saveSettings({
      general: { currencies: null, item_name: null, pending_ttl: null },
      hosted: {
        client_id: hosted.clientId,
        client_secret: hosted.clientSecret,
      },
      onchain: {
        client_id: onchain.clientId,
        client_secret: onchain.clientSecret,
        webhook_secrets: { add: [onchain.webhookSecret] },
        chains: null,
        default_chain: null,
      },
      // An earlier test may have switched to live mode.
      confirm: ["test"],
    })
  }

  private async call<T>(
    method: string,
    path: string,
    body?: unknown
  ): Promise<T> {
    return await json(`${this.store.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }
}

async function json<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, {
    ...init,
    headers: { "content-type": "application/json", ...init.headers },
  })
  if (!response.ok) {
    throw new Error(
      `${init.method} ${url} answered ${response.status}: ${await response.text()}`
    )
  }
  return (await response.json()) as T
}
