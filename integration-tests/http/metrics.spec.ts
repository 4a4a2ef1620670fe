import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { TestMetrics } from "../../src/modules/stablecoin/telemetry/__tests__/test-metrics"
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

  it("records a purchase, and distinguishes all outcomes of a webhook", async () => {
    const collecting = (sdk = TestMetrics.register())
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

    const seen = await waitFor("the webhooks to be processed", async () => {
      const now = await collecting.collect()
      const count = (name: string, labels: Record<string, string>) =>
        now.value(`stablecoin.${name}`, labels)
      const aborted = { rail: "hosted", outcome: "aborted" }
      return count("webhook.received", aborted) === 1 &&
        count("webhook.processed", { outcome: "ignored" }) === 1 &&
        count("settle.runs", { outcome: "captured" }) === 1
        ? now
        : null
    })
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
})
