import purge from "../../src/jobs/purge"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"
import { ORDERED, readMedusaState } from "../setup/store/medusa-state"
import { AdminOperations } from "../setup/admin/admin-api"
import { databaseOf, openExceptions, readLedger } from "../setup/store/ledger"
import { openPayment } from "../setup/store/open-payment"
import { payAndSettle, settled } from "../setup/store/settled"
import { storeTest, type TestStore } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../tools/harness/gateway/webhooks"

const DAY_MS = 24 * 3600 * 1000
const FORBID = "ADD CONSTRAINT forbidden_by_test CHECK (false) NOT VALID"

/** The stored webhook of an event. */
async function webhookEventOf(store: TestStore, event: string) {
  const { stablecoin_webhook_event } = await readLedger(store)
  const row = stablecoin_webhook_event.find((each) => each.event === event)
  return row as { id: string; status: string; attempts: number } | undefined
}

/** Sends a webhook about another shop's order. */
async function deliverForeign(store: TestStore): Promise<string> {
  const event = "payment_order.cancelled"
  const data = { order_no: "another-shop-1", order_id: "another" }
  await postSigned(store, "onchain", JSON.stringify({ event, data }))
  await settled(store)
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
    expect(JSON.stringify(await readLedger(store))).not.toContain(
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
    const { id, cart } = await openPayment(store, "hosted")
    const db = databaseOf(store)
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
      expect(await openExceptions(store)).toEqual(["webhook_problem.dead"])
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
      expect(await api.post("webhooks/replay")).toEqual({
        status: 200,
        body: { processed: 0, left: 1 },
      })
    } finally {
      await db.raw(
        "ALTER TABLE stablecoin_fact DROP CONSTRAINT forbidden_by_test"
      )
    }

    expect(await api.post("webhooks/replay")).toEqual({
      status: 200,
      body: { processed: 1, left: 0 },
    })
    const webhook = await webhookEventOf(store, event)
    expect(await api.post(`webhooks/${webhook!.id}/replay`)).toMatchObject({
      status: 200,
      body: {
        webhook: { status: "processed", payment_id: id, error: null },
      },
    })
    await settled(store)
    expect(await readMedusaState(store, cart)).toMatchObject(ORDERED)
    expect(await openExceptions(store)).toEqual([])
  })

  it("replays a processed webhook without repeating its effects", async () => {
    const { id, cart } = await openPayment(store, "onchain")
    await payAndSettle(store, id)
    const before = await readLedger(store)
    const paid = await webhookEventOf(store, PAID_EVENTS.onchain)

    const { status } = await api.post(`webhooks/${paid!.id}/replay`)

    expect(status).toBe(200)
    const untimed = ({
      stablecoin_webhook_event,
      ...others
    }: typeof before) => ({
      ...others,
      stablecoin_webhook_event: stablecoin_webhook_event.map((row) => ({
        ...row,
        updated_at: null,
      })),
    })
    expect(untimed(await readLedger(store))).toEqual(untimed(before))
    expect(await readMedusaState(store, cart)).toMatchObject({
      captures: [12.5],
    })
  })

  it("does not replay an unknown webhook or one that is being processed", async () => {
    await api.refuses("webhooks/stwhe_none/replay", {}, 404, "no webhook")
    const id = await deliverForeign(store)
    await databaseOf(store)("stablecoin_webhook_event")
      .where({ id })
      .update({
        status: "received",
        next_attempt_at: new Date(Date.now() + 60_000),
      })
    await api.refuses(`webhooks/${id}/replay`, {}, 409, "is being processed")
  })

  it("deletes webhooks after 90 days", async () => {
    await openPayment(store, "onchain")
    const foreign = await deliverForeign(store)
    await databaseOf(store)("stablecoin_webhook_event")
      .where({ id: foreign })
      .update({ created_at: new Date(Date.now() - 90.1 * DAY_MS) })

    await purge(store.container)

    expect((await api.get("webhooks")).body.count).toBe(1)
    expect((await api.get(`webhooks/${foreign}`)).status).toBe(404)
  })
})
