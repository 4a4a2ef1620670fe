import { Merchant } from "../../../tools/harness/shop/merchant"
import type { Answer } from "../../../tools/harness/shop/request"
import { seedAdmin } from "../../../tools/harness/store/seed-admin"
import type { AdminSettingsResponse } from "../../../src/http-types"
import type { TestStore } from "../store/store"

/** A merchant's admin user, over HTTP only. */
export class Admin extends Merchant {
  constructor(protected override readonly store: TestStore) {
    super(store)
  }

  /**
   * Returns an admin who exists, with the general settings of the tests. Runs
   * before them, so that the baseline keeps both.
   */
  static enrolled(store: TestStore, general?: object): Admin {
    const admin = new Admin(store)
    beforeAll(async () => {
      await admin.enrol()
      if (general) {
        const { status } = await admin.saveSettings({ general })
        expect(status).toBe(200)
      }
    })
    return admin
  }

  /** Creates the user. */
  async enrol(): Promise<void> {
    await seedAdmin(this.store.container)
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
    const { headers } = await fetch(`${this.store.url}/auth/session`, {
      method: "POST",
      headers: await this.login(),
    })
    return headers.get("set-cookie")?.split(";")[0] ?? ""
  }
}
