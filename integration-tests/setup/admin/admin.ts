import { Modules } from "@medusajs/framework/utils"
import { Merchant } from "../../../tools/harness/shop/merchant"
import type { Answer } from "../../../tools/harness/shop/request"
import { seedAdmin } from "../../../tools/harness/store/seed-admin"
import type { AdminSettingsResponse } from "../../../src/http-types"
import type { TestStore } from "../store/test-store"

/** A merchant's admin user, with what Medusa's own pages do. */
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
        await admin.saveGeneral(general)
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

  async saveGeneral(general: object): Promise<void> {
    const { status, body } = await this.saveSettings({ general })
    expect({ status, body }).toMatchObject({ status: 200 })
  }

  /** Logs in as a browser does. @returns the session's cookie */
  async openSession(): Promise<string> {
    const { headers } = await fetch(`${this.store.url}/auth/session`, {
      method: "POST",
      headers: await this.login(),
    })
    return headers.get("set-cookie")?.split(";")[0] ?? ""
  }

  async cancelOrder(order_id: string): Promise<void> {
    await this.post(`/admin/orders/${order_id}/cancel`, {})
  }

  /** Asks the buyer of an order for an amount. @returns the collection's id */
  async collect(order_id: string, amount = 12.5): Promise<string> {
    const { payment_collection } = await this.post<{
      payment_collection: { id: string }
    }>("/admin/payment-collections", { order_id, amount })
    return payment_collection.id
  }

  /** An order is paid by card, say. */
  async markAsPaid(order_id: string, collection: string): Promise<void> {
    const path = `/admin/payment-collections/${collection}/mark-as-paid`
    await this.post(path, { order_id })
  }

  /** The same for 12.50. @returns the id of Medusa's payment */
  async payOtherwise(order_id: string): Promise<string> {
    const id = await this.collect(order_id)
    await this.markAsPaid(order_id, id)
    const { payments = [] } = await this.store.container
      .resolve(Modules.PAYMENT)
      .retrievePaymentCollection(id, { relations: ["payments"] })
    return payments[0]!.id
  }

  /** Refunds a captured payment of Medusa. */
  async refund(medusa_payment_id: string, amount: number): Promise<void> {
    const note = "Broken on arrival."
    const path = `/admin/payments/${medusa_payment_id}/refund`
    await this.post(path, { amount, note })
  }

  /** Sets how many pieces of the store's only product are left. */
  async setStock(stocked_quantity: number): Promise<void> {
    const { inventory_items } = await this.get<{
      inventory_items: {
        id: string
        location_levels: { location_id: string }[]
      }[]
    }>("/admin/inventory-items?fields=id,location_levels.location_id")
    const [item] = inventory_items
    const [level] = item!.location_levels
    await this.post(
      `/admin/inventory-items/${item!.id}/location-levels/${level!.location_id}`,
      { stocked_quantity }
    )
  }
}
