import { Shopper } from "../../tools/harness/shop/shopper"
import type { StorePaymentResponse } from "../../src/http-types"
import { RAILS } from "../../src/ledger"
import type { StoreCluster } from "../../tools/harness/cluster/cluster"
import { startTwoProcesses } from "../setup/cluster/two-processes"
import { hold, stuck } from "../setup/cluster/hold"
import type { StoreNode } from "../../tools/harness/cluster/node"
import {
  countOf,
  deliverTo,
  judge,
  makeDue,
  ordered,
  quiet,
} from "../setup/cluster/purchases"
import {
  payWithoutWebhook,
  type StartedPurchase,
  startPurchase,
} from "../../tools/harness/shop/purchase"
import { paymentUrl } from "../../tools/harness/shop/payment-state"
import { waitFor } from "../../tools/harness/wait-for"

// Law 7: two processes on one database and one Redis do each thing once.
const ONCE = { paid: 1, webhooks: 1, captures: 1, orders: 1 }
const RECEIVED = { status: 200, body: { received: true } }

let cluster: StoreCluster
let one: StoreNode
let other: StoreNode

beforeAll(async () => {
  ;({ cluster, one, other } = await startTwoProcesses())
})

afterAll(async () => {
  await cluster?.close()
})

/** On-chain purchases that are paid, and their webhooks, not sent yet. */
async function paidPurchases(count: number) {
  const purchases: StartedPurchase[] = []
  while (purchases.length < count) {
    purchases.push(await startPurchase(cluster, "onchain"))
  }
  const bodies: string[] = []
  for (const purchase of purchases) {
    bodies.push(await payWithoutWebhook(cluster, purchase))
  }
  return { purchases, bodies }
}

describe.each(RAILS)("on the %s rail", (rail) => {
  it("settles a webhook once that reaches both processes at the same moment", async () => {
    const purchase = await startPurchase(cluster, rail)
    const body = await payWithoutWebhook(cluster, purchase)

    const answers = await Promise.all(
      [one, other, one, other].map((node) =>
        deliverTo(cluster, node, rail, body)
      )
    )

    expect(answers).toEqual(Array(4).fill(RECEIVED))
    await ordered(cluster, purchase)
    await quiet(cluster, one, other)
    expect(await countOf(cluster, purchase)).toEqual(ONCE)
  })

  it("places one order when the buyer completes the cart in one process and the webhook reaches the other", async () => {
    const purchase = await startPurchase(cluster, rail)
    const body = await payWithoutWebhook(cluster, purchase)
    const shopper = new Shopper(String(one.url), cluster.seeded)

    await Promise.all([
      shopper.complete(purchase.cart),
      deliverTo(cluster, other, rail, body),
      shopper.complete(purchase.cart),
    ])

    await ordered(cluster, purchase)
    const { status, body: completed } = await shopper.complete(purchase.cart)
    expect({ status, type: completed.type }).toEqual({
      status: 200,
      type: "order",
    })
    await quiet(cluster, one, other)
    expect(await countOf(cluster, purchase)).toMatchObject({
      captures: 1,
      orders: 1,
      webhooks: 1,
    })
    expect(await judge(cluster, purchase.id)).toMatchObject({
      verdict: "ordered",
    })
  })

  it("settles in the other process a webhook whose receiver was killed", async () => {
    const purchase = await startPurchase(cluster, rail)
    const body = await payWithoutWebhook(cluster, purchase)
    const held = await hold(
      cluster,
      "SELECT 1 FROM stablecoin_payment WHERE id = $1 FOR UPDATE",
      [purchase.id]
    )

    try {
      expect(await deliverTo(cluster, one, rail, body)).toEqual(RECEIVED)
      await one.kill()
    } finally {
      await held.release()
    }
    expect(await countOf(cluster, purchase)).toMatchObject({ captures: 0 })
    await makeDue(cluster)
    await cluster.expireLocks()
    await other.run("job")

    await ordered(cluster, purchase)
    await one.start()
    expect(await countOf(cluster, purchase)).toEqual(ONCE)
  })

  it("captures nothing twice when a process resumes that was frozen in the middle of a settle", async () => {
    const purchase = await startPurchase(cluster, rail)
    const body = await payWithoutWebhook(cluster, purchase)
    // Otherwise the other process might still be settling the start, with the
    // lock that this one needs.
    await quiet(cluster, other)
    const held = await hold(
      cluster,
      "LOCK TABLE order_cart IN ACCESS EXCLUSIVE MODE"
    )
    // It would process the webhook itself if it looked for due ones right now.
    other.freeze()

    try {
      await deliverTo(cluster, one, rail, body)
      await stuck(cluster, one, "order_cart")
      one.freeze()
    } finally {
      other.thaw()
      await held.release()
    }
    // Frozen in the middle of Medusa's workflow, the process has already read
    // that no payment exists. It acts on that when it resumes.
    try {
      await makeDue(cluster)
      await cluster.expireLocks()
      await other.run("job")
      await ordered(cluster, purchase)
    } finally {
      one.thaw()
    }

    await quiet(cluster, one)
    expect(await countOf(cluster, purchase)).toEqual(ONCE)
    expect(await judge(cluster, purchase.id)).toMatchObject({
      verdict: "ordered",
    })
  })
})

it("shows a waiting storefront at one process what reached the other, under the same tag", async () => {
  const purchase = await startPurchase(cluster, "onchain")
  const body = await payWithoutWebhook(cluster, purchase)
  const poll = async ({ url }: StoreNode) =>
    await fetch(paymentUrl(String(url), purchase.session_id), {
      headers: { "x-publishable-api-key": cluster.seeded.publishable_key },
    })
  await deliverTo(cluster, other, "onchain", body)
  // The ledger records the order after Medusa has placed it.
  const there = await waitFor(
    "the order at the process that was paid",
    async () => {
      const response = await poll(other)
      const { payment } = (await response
        .clone()
        .json()) as StorePaymentResponse
      return payment.final && response
    }
  )

  const here = await poll(one)

  expect(await here.json()).toMatchObject({
    payment: { order_id: expect.any(String), final: true },
  })
  expect(here.headers.get("etag")).toBe(there.headers.get("etag"))
})

it("reads each payment once when the job runs in both processes", async () => {
  const { purchases } = await paidPurchases(6)
  const before = cluster.sandbox.requests({ endpoint: "get" }).length
  await makeDue(cluster)

  await Promise.all([one.run("job"), other.run("job"), one.run("job")])

  for (const purchase of purchases) {
    await ordered(cluster, purchase)
  }
  await waitFor("every reconciliation to end", async () => {
    const leased = await cluster.db.query(
      "SELECT payment_id FROM stablecoin_schedule WHERE lease_owner IS NOT NULL"
    )
    return leased.length === 0
  })
  for (const purchase of purchases) {
    expect(await countOf(cluster, purchase)).toEqual({ ...ONCE, webhooks: 0 })
  }
  const reads = cluster.sandbox.requests({ endpoint: "get" }).slice(before)
  const orders = reads.map(({ path }) => path)
  expect(new Set(orders).size).toBe(orders.length)
  expect(orders).toHaveLength(purchases.length)
})

// Law 9: one transfer pays once. The payment that stays open is last.
it("captures one of two payments that a transfer confirms in both processes at the same moment", async () => {
  const { sandbox, db } = cluster
  const first = await startPurchase(cluster, "onchain")
  const second = await startPurchase(cluster, "onchain")
  const body = await payWithoutWebhook(cluster, first)
  const spent = sandbox.orders().find(({ orderNo }) => orderNo === first.id)
  sandbox.fault({ kind: "spent_hash" })
  const again = await payWithoutWebhook(cluster, second, {
    txHash: spent?.payment?.txHash,
  })

  const answers = await Promise.all([
    deliverTo(cluster, one, "onchain", body),
    deliverTo(cluster, other, "onchain", again),
  ])

  expect(answers).toEqual([RECEIVED, RECEIVED])
  await waitFor("one of them to be an exception", async () => {
    const opened = await db.query(
      "SELECT 1 FROM stablecoin_exception WHERE kind = 'transfer_reused' AND payment_id IN ($1, $2)",
      [first.id, second.id]
    )
    return opened.length === 1
  })
  await quiet(cluster, one, other)
  const captures = await Promise.all(
    [first, second].map(async (each) => (await countOf(cluster, each)).captures)
  )
  expect(captures.toSorted()).toEqual([0, 1])
})

it("places the orders of answered webhooks before a deployment ends the process", async () => {
  const { purchases, bodies } = await paidPurchases(2)
  await quiet(cluster, other)

  const answers = await Promise.all(
    bodies.map((body) => deliverTo(cluster, one, "onchain", body))
  )
  await one.end()

  expect(answers).toEqual(bodies.map(() => RECEIVED))
  for (const purchase of purchases) {
    expect(await countOf(cluster, purchase)).toEqual(ONCE)
  }
})
