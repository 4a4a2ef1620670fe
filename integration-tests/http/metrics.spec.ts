import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { reconcilePaymentsWorkflow } from "../../src/workflows"
import {
  type Collected,
  TestMetrics,
} from "../../src/modules/stablecoin/telemetry/__tests__/test-metrics"
import { schedules } from "../setup/store/schedule"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import {
  paidWebhook,
  postRaw,
  postSigned,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
} from "../../tools/harness/gateway/webhooks"
import type { TestStore } from "../setup/store/test-store"

const HOUR_MS = 3_600_000

/** Sends a webhook that is cut off halfway. */
async function breakOff(store: TestStore): Promise<void> {
  const { hostname, port } = new URL(store.url)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  socket.write(
    `POST ${WEBHOOK_PATHS.hosted[0]} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`
  )
  // A full round trip later, the store is waiting for the rest of the body.
  await store.shopper.call("GET", "/store/stablecoin/options")
  socket.destroy()
  await once(socket, "close")
}

storeTest((store) => {
  let sdk: TestMetrics | undefined
  afterEach(async () => {
    await sdk?.end()
    sdk = undefined
  })

  /**
   * Collects until a value matches: those of the database are read every 5
   * seconds at most.
   */
  const collect = async (
    fits: (collected: Collected) => boolean = () => true
  ): Promise<Collected> => {
    let last: Collected | undefined
    await waitFor("the metrics to be read", async () => {
      last = await sdk!.collect()
      return fits(last)
    })
    return last!
  }

  it("records a purchase, and distinguishes all outcomes of a webhook", async () => {
    sdk = TestMetrics.register()
    const { id } = await store.openPayment("onchain")
    await store.settled()
    const [path] = WEBHOOK_PATHS.onchain
    const header = SIGNATURE_HEADERS.onchain
    const body = paidWebhook(store, { rail: "onchain", id })
    const medusaPath = WEBHOOK_PATHS.onchain[1]

    await postRaw(store, path, body, { [header]: sign(body, "guess") })
    await postRaw(store, medusaPath, body, { [header]: sign(body, "guess") })
    await postRaw(store, path, body)
    await postSigned(store, "onchain", "[]")
    await postSigned(store, "onchain", " ".repeat(65 * 1024))
    await postRaw(store, path, body, { "content-encoding": "gzip" })
    const strange = JSON.stringify({
      event: "payment_order.created",
      data: { order_id: randomUUID(), order_no: "of-another-shop" },
      sent_at: new Date().toISOString(),
    })
    await postSigned(store, "onchain", strange)
    await postSigned(store, "onchain", body)
    await store.settled()
    await Promise.all([
      postSigned(store, "onchain", body),
      postSigned(store, "onchain", body),
    ])
    await breakOff(store)

    const seen = await collect(
      (now) =>
        now.value("stablecoin.webhook.received", {
          rail: "hosted",
          outcome: "aborted",
        }) === 1 &&
        now.value("stablecoin.webhook.processed", { o: "ignored" }) === 1 &&
        now.value("stablecoin.settle.runs", { o: "captured" }) === 1
    )
    expect(
      seen.value("stablecoin.gateway.request.duration", {
        rail: "onchain",
        operation: "create",
        status: "2xx",
        outcome: "ok",
      })
    ).toBe(1)
    expect(seen.values("stablecoin.webhook.received")).toEqual({
      "onchain bad_signature": 2,
      "onchain unsigned": 1,
      "onchain bad_body": 1,
      "onchain too_large": 1,
      "onchain compressed": 1,
      "onchain accepted": 3,
      "onchain duplicate": 2,
      "hosted aborted": 1,
    })
    expect(seen.values("stablecoin.webhook.processed")).toEqual({
      ignored: 1,
      processed: 2,
    })
  })

  it("counts what waits in the database and for the merchant, with its age", async () => {
    sdk = TestMetrics.register()
    store.stablecoin.telemetry.begin()
    const wrong = await store.openPayment("hosted")
    await store.report(wrong, { amount: 99 })
    expect(await store.openExceptions()).toEqual(["deposit_mismatch.amount"])
    const waiting = await store.openPayment("onchain")
    const db = store.db
    const hourAgo = new Date(Date.now() - HOUR_MS)
    await db("stablecoin_exception").update({ created_at: hourAgo })
    await schedules(db)
      .where({ payment_id: waiting.id })
      .update({ next_reconcile_at: hourAgo })

    const seen = await collect(
      (now) =>
        now.value("stablecoin.exception.open.age", AMOUNT) > 3_000 &&
        now.value("stablecoin.payment.due.count") === 1
    )
    const about = (name: string, labels = {}) => seen.value(name, labels)
    expect(about("stablecoin.payment.due.age")).toBeGreaterThan(3_590)
    expect(about("stablecoin.payment.due.age")).toBeLessThan(3_700)
    expect(about("stablecoin.webhook.pending")).toBe(0)
    expect(about("stablecoin.refund.due.count")).toBe(0)
    const open = "stablecoin.exception.open.count"
    expect(about(open, AMOUNT)).toBe(1)
    expect(about(open, DEAD)).toBe(0)

    await reconcilePaymentsWorkflow(store.container).run({ input: {} })
    await store.settled()
    await db("stablecoin_exception").update({ status: "resolved" })
    const later = await collect((now) => now.value(open, AMOUNT) === 0)
    expect(later.value("stablecoin.payment.due.count")).toBe(0)
    expect(later.value("stablecoin.payment.due.age")).toBe(0)
    expect(
      later.value("stablecoin.gateway.request.duration", {
        rail: "onchain",
        operation: "read",
        status: "2xx",
        outcome: "ok",
      })
    ).toBe(1)
  })
})

const AMOUNT = { kind: "deposit_mismatch", reason: "amount" }
const DEAD = { kind: "webhook_problem", reason: "dead" }
