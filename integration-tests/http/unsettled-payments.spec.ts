import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"
import type { Rail } from "../../src/ledger"
import { settleOrderWorkflow, settlePaymentWorkflow } from "../../src/workflows"
import { AdminOperations } from "../setup/admin/admin-api"
import { refuseCaptures } from "../setup/store/refuse-captures"
import { readScheduled, schedules } from "../setup/store/schedule"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import type { TestStore, OpenPayment } from "../setup/store/test-store"
import { ORDERED, UNTOUCHED } from "../setup/store/store-records"

/** Message that the merchant's hook of placed orders fails with, if any. */
const failures: { orderCreated: string | null } = { orderCreated: null }
// Medusa's types lack this hook, which its documentation names.
const { orderCreated } = completeCartWorkflow.hooks as unknown as {
  orderCreated(handler: () => void): void
}
orderCreated(() => {
  if (failures.orderCreated) {
    throw new Error(failures.orderCreated)
  }
})

/** Reconciles a payment at once. @returns when the next attempt is due */
async function reconcileAgain(store: TestStore, id: string) {
  const db = store.db
  await schedules(db)
    .where({ payment_id: id })
    .update({ next_reconcile_at: new Date() })
  await reconcilePaymentsJob(store.container)
  return await waitFor(`the reconciliation of ${id} to end`, async () => {
    const { lease_owner, next_reconcile_at } = await readScheduled(db, { id })
    return !lease_owner && { next: next_reconcile_at }
  })
}

async function exceptionsOf(store: TestStore, id: string) {
  return await store
    .db("stablecoin_exception")
    .where({ payment_id: id })
    .select<{ kind: string; status: string; details: { cause: string } }[]>(
      "kind",
      "status",
      "details"
    )
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)
  afterEach(() => void jest.restoreAllMocks())
  const applyPaid = async (rail: Rail, id: string): Promise<void> => {
    const transfer =
      rail === "onchain" ? { chain: "POLYGON", tx_hash: `0x${id}` } : {}
    await store.stablecoin.payments.apply(
      id,
      { kind: "paid", amount: "12.50", currency: "USDT", ...transfer },
      "webhook"
    )
  }
  const expectRefused = async (
    cart: OpenPayment["cart"],
    rail: Rail,
    message: string
  ): Promise<void> => {
    const started = await store.tryStartSession(cart, rail)
    expect(started).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    })
  }

  it("an order that was cancelled directly in Medusa's tables gets one refund due of the whole amount, and one exception", async () => {
    const { id, cart } = await store.buy("hosted")
    const order_id = (await store.readMedusaState(cart)).orders[0]!.id
    const db = store.db
    await db("order")
      .where({ id: order_id })
      .update({ status: "canceled", canceled_at: new Date() })

    for (let time = 0; time < 2; time++) {
      await settleOrderWorkflow(store.container).run({
        input: { order_id },
      })
      await store.settled()
    }

    expect(
      await db("stablecoin_refund").where({ payment_id: id })
    ).toMatchObject([
      {
        amount: "12.50",
        currency: "USDT",
        status: "due",
        medusa_refund_id: expect.any(String),
      },
    ])
    expect(await store.openExceptions()).toEqual(["refund_due"])
  })

  it("a payment whose capture Medusa can't store is not refunded, opens one exception, and is settled once Medusa recovers", async () => {
    const { id, cart } = await store.openPayment("hosted")
    const db = store.db
    await refuseCaptures(store, async () => {
      await store.payUntilKnown({ id })

      const first = await reconcileAgain(store, id)
      expect(await exceptionsOf(store, id)).toEqual([])
      // A minute until the first attempt, two until the second, and the job may
      // be late by a minute each: five at most.
      expect(Number(first.next)).toBeLessThanOrEqual(Date.now() + 120_000)
      const { next } = await reconcileAgain(store, id)

      expect(await exceptionsOf(store, id)).toEqual([
        {
          kind: "not_settled",
          status: "open",
          details: expect.objectContaining({
            cause: expect.stringContaining("no capture"),
          }),
        },
      ])
      expect(await store.readMedusaState(cart)).toMatchObject({
        orders: ORDERED.orders,
        captures: [],
      })
      expect(await db("stablecoin_refund")).toEqual([])
      // Retries go on, but after a pause: recovery may take days.
      expect(Number(next)).toBeGreaterThan(Date.now())
    })

    await store.later()

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await exceptionsOf(store, id)).toMatchObject([
      { kind: "not_settled", status: "resolved" },
    ])
  })

  describe("an order that Medusa refuses", () => {
    /** The number that Medusa has given to its newest order. */
    const orderNumber = async (): Promise<number> => {
      const { rows } = await store.db.raw<{
        rows: { number: string }[]
      }>("SELECT last_value AS number FROM order_display_id_seq")
      return Number(rows[0]?.number)
    }

    it("since its stock is sold out, has an exception at once, uses up no number, and is placed after the restock", async () => {
      const { id, cart } = await store.openPayment("hosted")
      const db = store.db
      const before = await orderNumber()
      await api.admin.setStock(0)
      try {
        await store.sandbox.pay({ orderNo: id })
        await waitFor("the exception", async () => {
          return (await store.openExceptions()).length
        })
        await reconcileAgain(store, id)
        await reconcileAgain(store, id)

        expect(
          await db("stablecoin_exception").where({ payment_id: id })
        ).toMatchObject([
          {
            kind: "sold_out",
            status: "open",
            details: { items: "Enamel mug, One size" },
          },
        ])
        expect(await orderNumber()).toBe(before)
      } finally {
        await api.admin.setStock(1_000)
      }

      await store.later()

      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual([])
    })

    it("since a promotion is used up, uses one number, and is placed once the merchant has raised its limit", async () => {
      const { promotion } = await api.admin.post<{
        promotion: { id: string; campaign_id: string }
      }>("/admin/promotions", {
        code: `ONCEhosted`,
        type: "standard",
        status: "active",
        application_method: {
          type: "fixed",
          target_type: "order",
          allocation: "across",
          value: 2.5,
          currency_code: "usd",
        },
        campaign: {
          name: "hosted",
          campaign_identifier: "hosted",
          budget: { type: "usage", limit: 1 },
        },
      })
      const carts = []
      for (let count = 0; count < 2; count++) {
        const cart = await store.shopper.fillCart()
        await store.shopper.call("POST", `/store/carts/${cart.id}/promotions`, {
          promo_codes: [`ONCEhosted`],
        })
        const { data } = await store.startSession(cart, "hosted")
        carts.push({ cart, id: String(data.payment_id), amount: data.amount })
      }
      const [first, second] = carts
      expect(second?.amount).toBe("10.00")
      await store.pay(first!.id)
      const before = await orderNumber()

      await store.sandbox.pay({ orderNo: second!.id })
      await waitFor("the exception", async () => {
        return (await store.openExceptions()).length
      })
      await reconcileAgain(store, second!.id)
      await reconcileAgain(store, second!.id)

      expect(await store.openExceptions()).toEqual(["promotion_used_up"])
      expect(await orderNumber()).toBeLessThanOrEqual(before + 1)

      await api.admin.post(`/admin/campaigns/${promotion.campaign_id}`, {
        budget: { limit: 9 },
      })
      await api.mustResolveOnly({ action: "retry" })
      await store.later()
      expect(await store.readMedusaState(second!.cart)).toMatchObject({
        ...ORDERED,
        captures: [10],
      })
    })
  })

  describe("a cart whose completion fails after the authorization", () => {
    /** A paid payment that is authorized and has no order. */
    const stuck = async () => {
      const open = await store.openPayment("hosted")
      failures.orderCreated = "The ERP is down."
      // Without a webhook, whose process retries for some seconds.
      await applyPaid("hosted", open.id)
      await store.exceptionAfterRetries(open)
      expect(await store.openExceptions()).toEqual(["order_missing"])
      return open
    }
    afterEach(() => {
      failures.orderCreated = null
    })

    it("places no order once its money is sent back, and can be paid again", async () => {
      const { cart } = await stuck()
      await api.mustResolveOnly({ action: "refund" })
      failures.orderCreated = null

      const completed = await store.shopper.call(
        "POST",
        `/store/carts/${cart.id}/complete`
      )

      expect(completed.status).toBe(400)
      expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)
      const again = await store.tryStartSession(cart, "hosted")
      expect(again.status).toBe(200)
    })

    it("is captured at once when its buyer completes it later", async () => {
      const { id, cart } = await stuck()
      failures.orderCreated = null

      await store.shopper.complete(cart)

      await waitFor("the capture", async () => {
        const { captures } = await store.readMedusaState(cart)
        return captures.length > 0
      })
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      await waitFor("the exception to be resolved", async () => {
        const [exception] = await exceptionsOf(store, id)
        return exception?.status === "resolved"
      })
    })

    it("gets its order when its buyer has replaced the session", async () => {
      const { cart } = await stuck()
      await expectRefused(cart, "hosted", "is paid already")
      failures.orderCreated = null

      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual([])
    })
  })

  it("an exception names the current cause, after another one was removed", async () => {
    const { id } = await store.openPayment("onchain")
    const db = store.db
    const causes = async () => {
      const exceptions = await exceptionsOf(store, id)
      return exceptions.map(({ details }) => details.cause)
    }
    failures.orderCreated = "The ERP is down."
    await store.sandbox.pay({ orderNo: id })
    await store.exceptionAfterRetries({ id })
    expect(await causes()).toEqual([
      expect.stringContaining("The ERP is down."),
    ])

    const updatedAt = () =>
      db("stablecoin_exception").where({ payment_id: id }).pluck("updated_at")
    const announced = await updatedAt()

    failures.orderCreated = "The ERP knows no mugs."
    await reconcileAgain(store, id)
    failures.orderCreated = null

    // The merchant is not notified again.
    expect(await updatedAt()).toEqual(announced)

    expect(await causes()).toEqual([
      expect.stringContaining("The ERP knows no mugs."),
    ])
    await store.later()
    expect(await store.openExceptions()).toEqual([])
  })

  it("a process was killed while it reserved stock: a payment is neither refunded nor asked for again, and gets its order once the lock expires", async () => {
    const { id, cart } = await store.openPayment("hosted")
    // Closed before the money arrived, so it decided nothing about it.
    await store.db("stablecoin_exception").insert({
      id: "stexc_closed",
      key: `${id}:never_answered`,
      payment_id: id,
      kind: "never_answered",
      status: "resolved",
      details: { status: "pending" },
      resolution: "close",
      resolved_by: "user_1",
      resolved_at: new Date(),
    })
    const [level] = await store.container
      .resolve(Modules.INVENTORY)
      .listInventoryLevels({})
    const key = level!.inventory_item_id
    const locking = store.container.resolve(Modules.LOCKING)
    await locking.acquire(key, { ownerId: "killed", expire: 60 })
    try {
      await store.payUntilKnown({ id })
      const { errors } = await settlePaymentWorkflow(store.container).run({
        input: { payment_id: id },
        throwOnError: false,
      })
      expect(errors).toMatchObject([
        { error: { message: expect.stringMatching(/lock/i) } },
      ])
      expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)

      const body = await store.readOptions({ cart_id: cart.id })
      expect(body).toMatchObject({ options: [] })
      await expectRefused(cart, "hosted", "is being placed")
    } finally {
      await locking.release(key, { ownerId: "killed" })
    }
    await store.later()

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await store.db("stablecoin_refund")).toEqual([])
    expect(await store.openExceptions()).toEqual([])
  })

  it("a process was killed while it placed an order, before it reserved stock: the order is captured, and one exception names it", async () => {
    const { id, cart } = await store.openPayment("hosted")
    const inventory = store.container.resolve(Modules.INVENTORY)
    const [level] = await inventory.listInventoryLevels({})
    // Neither continues nor fails, as in a process that was killed.
    const reserve = jest
      .spyOn(inventory, "createReservationItems")
      .mockReturnValueOnce(new Promise(() => {}))
    void completeCartWorkflow(store.container).run({
      input: { id: cart.id },
    })
    const order = await waitFor("the order to be linked", async () => {
      const { orders } = await store.readMedusaState(cart)
      return reserve.mock.calls.length > 0 && orders[0]
    })
    // Its locks expire.
    await store.container
      .resolve(Modules.LOCKING)
      .release([cart.id, level!.inventory_item_id])
    await store
      .db("order")
      .where({ id: order.id })
      .update({ created_at: new Date(Date.now() - 180_000) })

    await store.pay(id)
    await store.later()

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await exceptionsOf(store, id)).toEqual([
      {
        kind: "order_incomplete",
        status: "open",
        details: expect.objectContaining({ order_id: order.id }),
      },
    ])
    // Its money pays for the order.
    await api.mustResolveOnly({ action: "close" })
    await store.later()
    expect(await store.openExceptions()).toEqual([])
  })

  describe("two payments of one cart", () => {
    const first = "hosted"
    const second = "onchain"

    it("are captured once when both arrive while the buyer completes the cart", async () => {
      const open = await store.openPayment(first)
      const other = await store.openSecond(open, second)

      await Promise.all([
        store.sandbox.pay({ orderNo: open.id }),
        store.sandbox.pay({ orderNo: other.id }),
        store.shopper.complete(open.cart),
      ])
      await store.later()

      expect(await store.readMedusaState(open.cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual(["already_covered"])
    })
  })

  it("a cart and a collection still linked to an order that Medusa removed get their order", async () => {
    const { id, cart } = await store.openPayment("hosted")
    const removed = { [Modules.ORDER]: { order_id: "order_removed" } }
    const { payment_collection_id } = cart
    await store.container.resolve(ContainerRegistrationKeys.LINK).create([
      { ...removed, [Modules.PAYMENT]: { payment_collection_id } },
      { ...removed, [Modules.CART]: { cart_id: cart.id } },
    ])

    await store.pay(id)

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await store.openExceptions()).toEqual([])
  })

  it("settling that waits for the buyer's completion places the order when that fails", async () => {
    const { id, cart } = await store.openPayment("hosted")
    const payments = store.container.resolve(Modules.PAYMENT)
    const locking = store.container.resolve(Modules.LOCKING)
    let fail = (): void => {}
    jest.spyOn(payments, "authorizePaymentSession").mockReturnValueOnce(
      new Promise((_, reject) => {
        fail = () => reject(new Error("Connection terminated unexpectedly"))
      })
    )
    const execute = jest.spyOn(locking, "execute")
    const completing = store.shopper.complete(cart)
    await waitFor("the buyer's order to be linked", async () => {
      const { orders } = await store.readMedusaState(cart)
      return orders.length > 0
    })
    await applyPaid("hosted", id)
    const settling = settlePaymentWorkflow(store.container).run({
      input: { payment_id: id },
    })
    await waitFor("settling to wait for the cart", async () =>
      execute.mock.calls.some(([keys]) => keys.includes(cart.id))
    )

    fail()

    expect(await completing).not.toMatchObject({ body: { type: "order" } })
    await settling
    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await store.openExceptions()).toEqual([])
  })

  it("a gateway that hangs delays the buyer by less than 10 s, and changes nothing", async () => {
    const { id, cart } = await store.openPayment("onchain")
    const before = await store.readPayment(id)
    store.sandbox.fault({
      api: "business",
      endpoint: "get",
      kind: "hang",
      times: 3,
    })

    const start = Date.now()
    const answer = await store.shopper.complete(cart)

    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("not confirmed yet") },
    })
    expect(Date.now() - start).toBeLessThan(10_000)
    expect(await store.readPayment(id)).toEqual(before)
    await store.pay(id)
    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
  })
})
