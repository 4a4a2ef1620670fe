import { Modules } from "@medusajs/framework/utils"
import type { Fault } from "../../../packages/sandbox/src"
import { PROVIDERS } from "../../../tools/harness/shop/names"
import type { Cart } from "../../../tools/harness/shop/shopper"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import type { Payment } from "../../../src/ledger"
import { settlePaymentWorkflow } from "../../../src/workflows"
import type { Admin } from "../admin/admin"
import { findReturnUrl } from "../../../tools/harness/gateway/return-url"
import { visit } from "../../../tools/harness/shop/visit"
import { API, PAID_EVENTS } from "../../../tools/harness/gateway/webhooks"
import type { RealAct, RealEvent } from "./real-event"
import { medusaPayments } from "./three-records"
import type { TestStore } from "../store/test-store"

const CREATION_FAULTS = {
  refused: { kind: "status", status: 422 },
  lost: { kind: "reset", after: true },
  unreachable: { kind: "reset" },
} as const satisfies Record<string, Fault>

const WRONG = {
  amount: { amount: 0.01 },
  coin: { currency: "USDC" },
  chain: { chain: "BSC" },
} as const

/** A cart in a real store, with the events of a history. */
export class RealCart {
  private constructor(
    readonly store: TestStore,
    private readonly admin: Admin,
    readonly cart: Cart
  ) {}

  static async begin(store: TestStore, admin: Admin): Promise<RealCart> {
    store.sandbox.clearFaults()
    return new RealCart(store, admin, await store.shopper.fillCart())
  }

  /** The cart's ledger rows, oldest first. */
  async rows(): Promise<Payment[]> {
    return await this.store
      .db<Payment>("stablecoin_payment")
      .where({ payment_collection_id: this.cart.payment_collection_id })
      .orderBy("id")
  }

  /** An act that is rejected or impossible has no effect. */
  async apply({ act }: RealEvent): Promise<void> {
    try {
      await this.perform(act)
    } catch (error) {
      if (!isRefusal(error)) {
        throw error
      }
    }
  }

  /**
   * Clears the gateway's faults, expires every payment as after `pendingTtl`,
   * and runs the job until nothing is due.
   */
  async settleDown(): Promise<void> {
    this.store.sandbox.clearFaults()
    await this.store.later()
    await this.expirePayments()
    for (let round = 0; round < 3; round++) {
      await this.store.later()
    }
  }

  /** Settles each payment again, as an admin's "sync" would. */
  async settleAll(): Promise<void> {
    for (const { id } of await this.rows()) {
      await this.settle(id)
    }
  }

  private async perform(act: RealAct): Promise<void> {
    const { store, cart } = this
    const { sandbox } = store
    switch (act.do) {
      case "start":
        if (act.answer !== "ok") {
          sandbox.fault({
            api: API[act.rail],
            endpoint: "create",
            ...CREATION_FAULTS[act.answer],
          })
        }
        await this.start(PROVIDERS[act.rail], act.keepsOthers)
        return
      case "change_cart":
        await this.setQuantity(act.to === "12.50" ? 1 : 2)
        return
      case "complete":
        await store.shopper.complete(cart)
        return
      case "pay":
      case "fail":
      case "cancel":
        await this.withNth(act.of, async ({ id }) => {
          await sandbox[act.do]({ orderNo: id })
        })
        return
      case "webhooks":
        sandbox.fault({ kind: act.fault, ms: 100 })
        return
      case "deliver": {
        const sent = sandbox
          .webhooks()
          .filter(({ state }) => state !== "queued")
        const webhookEvent = sent.at(-1 - (act.which % (sent.length || 1)))
        if (webhookEvent) {
          sandbox.resend(webhookEvent.id)
        }
        return
      }
      case "forge":
        await this.withNth(act.of, async ({ id, rail }) => {
          if (act.how in WRONG && (act.how !== "chain" || rail === "onchain")) {
            const wrong = WRONG[act.how as keyof typeof WRONG]
            sandbox.trigger(PAID_EVENTS[rail], { orderNo: id }, wrong)
          }
        })
        return
      case "return":
        await this.withNth(act.of, async ({ id }) => {
          const url = findReturnUrl(sandbox, id, act.result)
          if (url) {
            await visit(url)
          }
        })
        return
      case "cancel_order": {
        const { orders } = await store.readMedusaState(cart)
        if (orders[0]) {
          const path = `/admin/orders/${orders[0].id}/cancel`
          await this.admin.call("POST", path)
        }
        return
      }
      case "capture":
      case "cancel_payment":
        await this.endMedusaPayment(act.do, act.of)
        return
      case "settle":
        await this.withNth(act.of, async ({ id }) => {
          await this.settle(id)
        })
        return
      case "job":
        await reconcilePaymentsJob(store.container)
        return
      case "wait":
        await this.expirePayments()
        return
      case "outage":
        sandbox.fault({ api: "business", kind: "reset", times: act.calls })
        return
    }
  }

  private async start(providerId: string, keepsOthers: boolean): Promise<void> {
    if (!keepsOthers) {
      await this.store.shopper.tryStartSession(this.cart, providerId)
      return
    }
    const payments = this.store.container.resolve(Modules.PAYMENT)
    const id = this.cart.payment_collection_id
    const { amount } = await payments.retrievePaymentCollection(id)
    await payments.createPaymentSession(id, {
      provider_id: providerId,
      amount,
      currency_code: "usd",
      data: {},
    })
  }

  private async setQuantity(quantity: number): Promise<void> {
    const { shopper } = this.store
    const path = `/store/carts/${this.cart.id}`
    const { body } = await shopper.call<{ cart?: { items: { id: string }[] } }>(
      "GET",
      path
    )
    const item = body.cart?.items[0]
    if (item) {
      await shopper.call("POST", `${path}/line-items/${item.id}`, { quantity })
    }
  }

  private async endMedusaPayment(
    how: "capture" | "cancel_payment",
    n: number
  ): Promise<void> {
    const { store, cart, admin } = this
    const all = await medusaPayments(store, cart.payment_collection_id)
    const payment = all[n % (all.length || 1)]
    if (payment && how === "capture") {
      await admin.call("POST", `/admin/payments/${payment.id}/capture`)
    } else if (payment) {
      await store.container.resolve(Modules.PAYMENT).cancelPayment(payment.id)
    }
  }

  private async settle(id: string): Promise<void> {
    await settlePaymentWorkflow(this.store.container).run({
      input: { payment_id: id },
      throwOnError: false,
    })
  }

  /** Expires every payment of the cart, as after `pendingTtl`. */
  private async expirePayments(): Promise<void> {
    const now = new Date()
    await this.store
      .db("stablecoin_payment")
      .where({ payment_collection_id: this.cart.payment_collection_id })
      .update({ expires_at: now, created_at: new Date(now.getTime() - 1e6) })
  }

  private async withNth(
    n: number,
    run: (row: Payment) => Promise<void>
  ): Promise<void> {
    const rows = await this.rows()
    const row = rows[n % (rows.length || 1)]
    if (row) {
      await run(row)
    }
  }
}

/** A rejection by the gateway or Medusa is a valid outcome. */
function isRefusal(error: unknown): boolean {
  const { name, type } = error as { name?: string; type?: string }
  return name === "SandboxError" || typeof type === "string"
}
