import { reconcilePaymentsWorkflow } from "../../src/workflows"
import { schedules } from "../setup/store/schedule"
import { storeTest } from "../setup/store/store"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

/** Runs one pass, as if hours had passed, and returns its result. */
async function pass(store: TestStore) {
  const db = store.db
  await schedules(db)
    .whereNotNull("next_reconcile_at")
    .update({ next_reconcile_at: new Date() })
  await db("stablecoin_webhook_event")
    .whereNotNull("next_attempt_at")
    .update({ next_attempt_at: new Date() })
  const { result } = await reconcilePaymentsWorkflow(store.container).run({
    input: {},
  })
  return result
}

storeTest((store) => {
  it("places the order of an onchain payment whose webhook was lost", async () => {
    const { id, cart } = await store.openPayment("onchain")
    store.sandbox.fault({ kind: "drop" })
    await store.sandbox.pay({ orderNo: id })

    expect(await pass(store)).toEqual({
      reconciled: 1,
      read: 1,
      recovered: { paid: 1, cancelled: 0 },
      slowed: false,
    })

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await pass(store)).toMatchObject({
      recovered: { paid: 0, cancelled: 0 },
    })
  })

  it("a paid order that can't be read opens one exception, and is captured once it can", async () => {
    const { id, cart } = await store.openPayment("onchain")
    store.sandbox.fault({ kind: "drop" })
    await store.sandbox.pay({ orderNo: id })
    const { gateway_id } = await store.readPayment(id)
    store.sandbox.fault({
      api: "business",
      endpoint: "get",
      kind: "status",
      status: 200,
      times: 2,
      body: {
        status: true,
        data: { order_id: gateway_id, status: "paid", amount: "a lot" },
      },
    })

    await pass(store)
    await pass(store)

    expect(await store.openExceptions()).toEqual(["webhook_problem.unreadable"])
    expect(await store.readMedusaState(cart)).toMatchObject({ captures: [] })

    await pass(store)

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
  })
})
