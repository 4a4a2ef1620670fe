import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../tools/harness/gateway/webhooks"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

const FORBID = "ADD CONSTRAINT forbidden_by_test CHECK (false) NOT VALID"

/** The stored webhook of an event. */
async function webhookEventOf(store: TestStore, event: string) {
  const { stablecoin_webhook_event } = await store.readLedger()
  const row = stablecoin_webhook_event.find((each) => each.event === event)
  return row as { id: string; status: string; attempts: number } | undefined
}

/** Sends a webhook about another shop's order. */
async function deliverForeign(store: TestStore): Promise<string> {
  const event = "payment_order.cancelled"
  const data = { order_no: "another-shop-1", order_id: "another" }
  await postSigned(store, "onchain", JSON.stringify({ event, data }))
  await store.settled()
  return (await webhookEventOf(store, event))!.id
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  it("stores another shop's webhook as a digest, and says so on a replay", async () => {
    const foreign = await deliverForeign(store)

    const { body } = await api.get(`webhooks/${foreign}`)
    expect(body.webhook).toMatchObject({
      status: "ignored",
      body: null,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      error: "It is about no payment of this store.",
    })
    expect(JSON.stringify(await store.readLedger())).not.toContain(
      "another-shop-1"
    )
    const replayed = await api.post(`webhooks/${foreign}/replay`)
    expect(replayed).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/erased.*send .* again/) },
    })
  })

  it("opens an exception for a webhook that repeatedly fails, and a replay captures its money", async () => {
    const event = PAID_EVENTS.hosted
    const { id, cart } = await store.openPayment("hosted")
    const db = store.db
    await db.raw(`ALTER TABLE stablecoin_fact ${FORBID}`)
    try {
      await postSigned(
        store,
        "hosted",
        paidWebhook(store, { rail: "hosted", id })
      )
      await waitFor("the failure to be noted", async () => {
        const webhook = await webhookEventOf(store, event)
        return webhook?.status === "failed"
      })
      await db("stablecoin_webhook_event")
        .where({ event })
        .update({ attempts: 11, next_attempt_at: new Date() })
      await reconcilePaymentsJob(store.container)
      await waitFor("it to be dead", async () => {
        const webhook = await webhookEventOf(store, event)
        return webhook?.status === "dead"
      })
      expect(await store.openExceptions()).toEqual(["webhook_problem.dead"])
      const { body } = await api.get("webhooks?status=dead")
      expect(body.webhooks).toMatchObject([
        { event, error: expect.stringContaining("forbidden_by_test") },
      ])
      const again = await api.post(
        `webhooks/${String(body.webhooks[0]?.id)}/replay`
      )
      expect(again).toMatchObject({
        status: 200,
        body: { webhook: { status: "failed", attempts: 1 } },
      })
    } finally {
      await db.raw(
        "ALTER TABLE stablecoin_fact DROP CONSTRAINT forbidden_by_test"
      )
    }

    const webhook = await webhookEventOf(store, event)
    expect(await api.post(`webhooks/${webhook!.id}/replay`)).toMatchObject({
      status: 200,
      body: {
        webhook: { status: "processed", payment_id: id, error: null },
      },
    })
    await store.settled()
    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await store.openExceptions()).toEqual([])
  })

  it("does not replay an unknown webhook or one that is being processed", async () => {
    await api.refuses("webhooks/stwhe_none/replay", {}, 404, "no webhook")
    const id = await deliverForeign(store)
    await store
      .db("stablecoin_webhook_event")
      .where({ id })
      .update({
        status: "received",
        next_attempt_at: new Date(Date.now() + 60_000),
      })
    await api.refuses(`webhooks/${id}/replay`, {}, 409, "is being processed")
  })
})
