import { typed } from "../../../tools/harness/gateway/typed"
import { Merchant } from "../../../tools/harness/shop/merchant"
import type {
  AdminSettingsChange,
  AdminSettingsResponse,
} from "../../../src/http-types"
import { RAILS } from "../../../src/ledger"
import type { AdminStore } from "./facts"

type Settings = AdminSettingsResponse["settings"]

/** The same admin user over HTTP, for steps that the page doesn't cover. */
export class AdminApi extends Merchant {
  constructor(protected override readonly store: AdminStore) {
    super(store)
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
    const { hosted, onchain } = typed(this.store.gateway.credentials)
    await this.saveSettings({
      general: {
        currencies: null,
        rules: null,
        item_name: null,
        pending_ttl: null,
      },
      pricing: { sources: null, spread: null },
      hosted,
      onchain: { ...onchain, chains: null, default_chain: null },
      // An earlier test may have switched to live mode.
      confirm: ["test"],
    })
  }
}
