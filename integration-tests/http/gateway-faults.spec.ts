import type { Fault as SandboxFault } from "../../packages/sandbox/src"
import type { Cart } from "../../tools/harness/shop/shopper"
import { type Rail, RAILS } from "../../src/ledger"
import { API } from "../../tools/harness/gateway/webhooks"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

const CREATED_EVENTS = {
  hosted: "transaction.created",
  onchain: "payment_order.created",
} as const

type Fault = Omit<SandboxFault, "api" | "endpoint">

/** The message that every buyer reads when a start failed. */
const NOT_STARTED =
  "The payment could not be started. Try again, or choose another way to pay."

/** Collects the errors that the store logs from here on, one per line. */
function watchErrors(store: TestStore): () => string {
  const spy = jest.spyOn(store.container.resolve("logger"), "error")
  return () => {
    const lines = spy.mock.calls.map(([line]) => String(line))
    spy.mockRestore()
    return lines.join("\n")
  }
}

async function onlyPayment(store: TestStore) {
  const { stablecoin_payment } = await store.readLedger()
  expect(stablecoin_payment).toHaveLength(1)
  return { id: String(stablecoin_payment[0]?.id) }
}

storeTest((store) => {
  /** The creations of a rail that the gateway received. */
  const creations = (rail: Rail) =>
    store.sandbox.requests({ api: API[rail], endpoint: "create" })
  /** The gateway's records of a rail. */
  const entries = (rail: Rail) =>
    rail === "hosted" ? store.sandbox.transactions() : store.sandbox.orders()
  /** Gives both clients a valid token: from here on, one call is one request. */
  const warmUp = async () => {
    const { settings, gateway } = store.stablecoin
    const { hosted, onchain } = await settings.effective()
    if (!hosted.ok || !onchain.ok) {
      throw new Error("Both rails must be configured.")
    }
    await gateway.hosted(hosted.value).verify()
    await gateway.onchain(onchain.value).verify()
  }
  /** Starts a payment while the gateway has a fault. */
  const startUnder = async (rail: Rail, fault: Fault) => {
    const cart = await store.shopper.fillCart()
    await warmUp()
    store.sandbox.fault({ api: API[rail], endpoint: "create", ...fault })
    return { cart, answer: await store.tryStartSession(cart, rail) }
  }

  // The clients' tests have every answer of both rails. After an unclear one,
  // the row stays open for late results.
  it.each<
    [
      what: string,
      row: "failed" | "creating",
      rail: Rail,
      fault: Fault,
      expected: { sent: number; status: number; log: RegExp },
    ]
  >([
    [
      "401 twice",
      "failed",
      "hosted",
      { kind: "status", status: 401, times: 2 },
      {
        sent: 2,
        status: 500,
        log: /Check the client id and the client secret/,
      },
    ],
    [
      "422",
      "failed",
      "onchain",
      {
        kind: "status",
        status: 422,
        body: {
          status: false,
          message: "No.",
          errors: { amount: ["Too small."] },
        },
      },
      {
        sent: 1,
        status: 400,
        log: /Fields: amount\. Correct the named fields/,
      },
    ],
    [
      "500",
      "creating",
      "hosted",
      { kind: "status", status: 500, body: "<h1>Oops</h1>" },
      {
        sent: 1,
        status: 500,
        log: /Contact its support.*Check that before sending it again/,
      },
    ],
  ])(
    "the gateway answers %s: the buyer gets an error, nothing is sent twice, and the row is %s",
    async (_, row, rail, fault, { sent, status, log }) => {
      const logged = watchErrors(store)
      const { cart, answer } = await startUnder(rail, fault)

      expect(answer).toMatchObject({ status, body: { message: NOT_STARTED } })
      expect(logged()).toMatch(log)
      expect(creations(rail)).toHaveLength(sent)
      const { stablecoin_payment, stablecoin_exception } =
        await store.readLedger()
      expect(stablecoin_payment).toMatchObject([
        { status: row, gateway_id: null, redirect_url: null },
      ])
      expect(stablecoin_exception).toEqual([])
      expect((await store.readMedusaState(cart)).sessions).toEqual([])

      if (row === "failed") {
        expect(entries(rail)).toEqual([])
        const again = await store.startSession(cart, rail)
        await store.sandbox.pay({ orderNo: String(again.data.payment_id) })
        await paid(store, cart)
      }
    }
  )

  describe("a response that is lost after the gateway has created the payment", () => {
    it.each([
      { rail: "hosted", kind: "reset" },
      { rail: "onchain", kind: "half" },
    ] as const)(
      "by $kind on $rail leaves the row creating, sends nothing twice, and the webhook finds the row",
      async ({ rail, kind }) => {
        store.sandbox.fault({
          event: CREATED_EVENTS[rail],
          kind: "drop",
        })
        const { cart, answer } = await startUnder(rail, {
          kind,
          after: true,
        })
        const { id } = await onlyPayment(store)

        expect(answer.status).toBe(500)
        expect(creations(rail)).toHaveLength(1)
        expect(entries(rail)).toMatchObject([
          { orderNo: id, status: "pending" },
        ])
        expect(await store.readPayment(id)).toMatchObject({
          status: "creating",
          gateway_id: null,
        })

        // Medusa has deleted the session of the failed start. Money that
        // still arrives is matched to its row and places its order.
        await store.pay(id)
        expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
        expect(await store.openExceptions()).toEqual([])
        expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
        expect(creations(rail)).toHaveLength(1)
      }
    )

    it.each(RAILS)("is replaced by the created event on %s", async (rail) => {
      const { answer } = await startUnder(rail, {
        kind: "reset",
        after: true,
      })
      const { id } = await onlyPayment(store)

      expect(answer.status).toBe(500)
      // Medusa deletes the session of a failed start before or after the
      // event. How the payment ends depends on what the row has by now.
      await store.later()
      await store.endGrace()
      await store.later()
      // A hosted checkout may be retried under another id: only its success
      // reports one.
      expect(await store.readPayment(id)).toMatchObject(
        rail === "onchain"
          ? { status: "cancelled", gateway_id: expect.any(String) }
          : { status: "abandoned", gateway_id: null }
      )
      expect(creations(rail)).toHaveLength(1)
    })
  })

  it("a payment that is paid before the gateway's response arrives gets its order", async () => {
    const rail = "onchain"
    const cart = await store.shopper.fillCart()
    await warmUp()
    store.sandbox.fault({
      api: API[rail],
      endpoint: "create",
      kind: "delay",
      after: true,
      ms: 2_000,
    })
    const start = store.tryStartSession(cart, rail)
    const entry = await waitFor("the gateway to create the payment", async () =>
      entries(rail).at(0)
    )
    const id = String(entry.orderNo)
    expect(await store.readPayment(id)).toMatchObject({ redirect_url: null })

    await store.sandbox.pay({ orderNo: id })
    await paid(store, cart)
    await start
    await store.settled()

    // The timeline has the gateway's answer. Its link is not kept, since
    // that checkout has ended.
    expect(await store.readPayment(id)).toMatchObject({
      status: "paid",
      redirect_url: null,
    })
    const { stablecoin_fact } = await store.readLedger()
    expect(
      stablecoin_fact
        .filter(({ payment_id }) => payment_id === id)
        .map(({ kind }) => kind)
    ).toEqual(expect.arrayContaining(["paid", "started"]))
    expect(await store.openExceptions()).toEqual([])
    expect(creations(rail)).toHaveLength(1)
    await paid(store, cart)
  })
})

/**
 * Waits until the paid payment is settled: its cart has one order and one
 * capture.
 */
async function paid(store: TestStore, cart: Cart): Promise<void> {
  await store.sandbox.settled()
  await waitFor("the paid payment to be settled", async () => {
    const { orders } = await store.readMedusaState(cart)
    const unsettled = await store
      .db("stablecoin_payment")
      .join("stablecoin_schedule", "payment_id", "id")
      .where({ status: "paid" })
      .whereNotNull("next_reconcile_at")
      .first()
    return orders.length > 0 && !unsettled
  })
  expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
}
