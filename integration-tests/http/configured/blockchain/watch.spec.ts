import { PROVIDERS } from "../../../../tools/harness/store/seed"
import { Admin } from "../../../setup/admin/admin"
import {
  databaseOf,
  openExceptions,
  readPayment,
} from "../../../setup/store/ledger"
import {
  blockchainTest,
  CHAINS,
  passAnHour,
  readChains,
  readRecords,
  reconcileAll,
  seeTransfers,
} from "../../../setup/store/on-chain"
import {
  openPayment,
  type OpenPayment,
} from "../../../setup/store/open-payment"
import { setQuantity } from "../../../setup/store/set-quantity"
import { payAndSettle } from "../../../setup/store/settled"

blockchainTest((store) => {
  const admin = Admin.enrolled(store)
  const start = async (chain = "POLYGON"): Promise<OpenPayment> =>
    await openPayment(store, "onchain", { chain, currency: "USDT" })
  const statusAtGateway = ({ id }: OpenPayment) =>
    store.sandbox.orders().find(({ orderNo }) => orderNo === id)?.status
  /** Makes the payment's time be over. */
  const expire = async ({ id }: OpenPayment): Promise<void> => {
    await databaseOf(store)("stablecoin_payment")
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1_000) })
  }

  // The first pass of a network finds where it begins.
  beforeEach(async () => await readChains(store))

  it("coins that the gateway does not report are seen, their buyer reads so, and the exception closes itself when it confirms them", async () => {
    const payment = await start()
    const { transfer } = await store.sandbox.pay(
      { orderNo: payment.id },
      { confirm: false }
    )

    await seeTransfers(store)

    expect(await openExceptions(store)).toEqual(["unreported_transfer.exact"])
    expect(await readRecords(store, payment)).toMatchObject({
      status: "pending",
      orders: 0,
      captures: [],
    })
    const body = await store.shopper.get<{
      payment: { transfer_seen?: true }
    }>(`/store/stablecoin/payments/${payment.session.id}`)
    expect(body.payment.transfer_seen).toBe(true)

    await store.sandbox.pay(
      { orderNo: payment.id },
      { txHash: transfer!.txHash }
    )
    await readChains(store)

    expect(await readRecords(store, payment)).toMatchObject({
      proof_status: "proven",
      captures: [12.5],
    })
    expect(await openExceptions(store)).toEqual([])
  })

  it("say so once their cart has changed, or another payment has paid it", async () => {
    const changed = await start()
    const again = await start("BASE")
    for (const { id } of [changed, again]) {
      await store.sandbox.pay({ orderNo: id }, { confirm: false })
    }
    await seeTransfers(store)
    await setQuantity(store, changed.cart.id, 2)
    const other = await store.shopper.startSession(again.cart, PROVIDERS.hosted)
    await payAndSettle(store, String(other.data.payment_id))
    await reconcileAll(store)

    const exceptions = await databaseOf(store)("stablecoin_exception")
      .where({ status: "open" })
      .orderBy("payment_id")
    expect(exceptions).toMatchObject([
      {
        payment_id: changed.id,
        reason: "changed",
        details: { total: "22.50", total_currency: "usd" },
      },
      { payment_id: again.id, reason: "again" },
    ])
  })

  it("a payment with coins in sight is not cancelled when it expires", async () => {
    const payment = await start()
    await store.sandbox.pay({ orderNo: payment.id }, { confirm: false })
    await expire(payment)
    // Not matched yet: the cancellation itself looks for coins.
    await reconcileAll(store)
    expect(statusAtGateway(payment)).toBe("pending")

    await seeTransfers(store)
    await reconcileAll(store)

    expect(statusAtGateway(payment)).toBe("pending")
    expect(await readPayment(store, payment.id)).toMatchObject({
      status: "pending",
    })
  })

  it("nor by the merchant, who gets the reason, until the exception is resolved", async () => {
    const payment = await start()
    await store.sandbox.pay(
      { orderNo: payment.id },
      { amount: "7.00", confirm: false }
    )
    await seeTransfers(store)
    const cancel = async () =>
      await admin.call<{ message: string }>(
        "POST",
        `/admin/stablecoin/payments/${payment.id}/cancel`
      )
    expect(await cancel()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("the network shows coins") },
    })

    const { id } = await databaseOf(store)("stablecoin_exception").first("id")
    const resolved = await admin.call(
      "POST",
      `/admin/stablecoin/exceptions/${id}/resolve`,
      { action: "close", note: "Sent back.", held: "7.00", kept: "A tip." }
    )
    expect(resolved).toMatchObject({ status: 200 })
    // The decision ends it: nothing is left to wait for.
    expect(statusAtGateway(payment)).toBe("cancelled")
  })

  it("a payment without coins is cancelled when it expires, while its chain can be read", async () => {
    const payment = await start()
    await expire(payment)
    store.sandbox.fault({ api: "rpc", kind: "status", times: 1_000 })
    await reconcileAll(store)
    expect(statusAtGateway(payment)).toBe("pending")

    store.sandbox.clearFaults()
    await reconcileAll(store)
    expect(statusAtGateway(payment)).toBe("cancelled")
  })

  it("coins that the gateway reports as a second payment are one exception", async () => {
    const payment = await start()
    await store.sandbox.pay({ orderNo: payment.id })
    const second = await store.sandbox.pay(
      { orderNo: payment.id },
      { confirm: false }
    )
    const { txHash, from } = second.transfer!
    store.sandbox.trigger(
      "payment_order.paid",
      { orderNo: payment.id },
      { payment: { tx_hash: txHash, sender_address: from } }
    )
    await seeTransfers(store)
    expect(await openExceptions(store)).toEqual(["paid_twice"])
  })

  it("coins that came before its network had an endpoint are seen", async () => {
    const payment = await start()
    await databaseOf(store)("stablecoin_payment")
      .where({ id: payment.id })
      .update({ created_at: new Date(Date.now() - 2 * 3600_000) })
    await store.sandbox.pay({ orderNo: payment.id }, { confirm: false })
    passAnHour(store, "POLYGON")
    // As if no network had been read yet.
    await databaseOf(store)("stablecoin_chain").delete()

    await readChains(store)

    expect(await openExceptions(store)).toEqual(["unreported_transfer.exact"])
  })

  describe("a transfer that the gateway never reports", () => {
    const DEPTH = 12

    const seen = async (): Promise<string[]> =>
      await databaseOf(store)("stablecoin_deposit")
        .orderBy("chain")
        .pluck("chain")
    const matched = async (): Promise<string[]> =>
      await databaseOf(store)("stablecoin_deposit")
        .whereNotNull("matched_at")
        .orderBy("chain")
        .pluck("chain")
    /** Lets the block of a transfer be older than it is. */
    const age = (chain: (typeof CHAINS)[number], seconds: number) => {
      store.sandbox.chain(chain).age(seconds)
      store.sandbox.chain(chain).mine()
    }
    /** Sends coins on each chain, whose blocks lack one to be final. */
    const sendOnEach = async (): Promise<void> => {
      for (const chain of CHAINS) {
        store.sandbox.chain(chain).setFinality(DEPTH)
        const payment = await start(chain)
        await store.sandbox.pay({ orderNo: payment.id }, { confirm: false })
        store.sandbox.chain(chain).mine(DEPTH - 1)
      }
    }
    const finalize = () =>
      CHAINS.forEach((chain) => store.sandbox.chain(chain).mine())

    it("is seen by the first pass after it is final, on every chain, also while the endpoint of another fails", async () => {
      await sendOnEach()
      await readChains(store)
      expect(await seen()).toEqual([])

      finalize()
      store.sandbox.fault({
        api: "rpc",
        endpoint: "BSC",
        kind: "status",
        times: 1_000,
      })
      await readChains(store)
      expect(await seen()).toEqual(["BASE", "POLYGON"])

      store.sandbox.clearFaults()
      await readChains(store)
      expect(await seen()).toEqual(["BASE", "BSC", "POLYGON"])
    })

    it("opens it in the first pass a minute after its block where blocks are final sooner, so that the gateway can report it", async () => {
      await sendOnEach()
      finalize()
      age("POLYGON", 30)
      age("BASE", 60)
      await readChains(store)
      expect(await seen()).toEqual(["BASE", "BSC", "POLYGON"])
      expect(await matched()).toEqual(["BASE"])

      const before = new Date(Date.now() - 60_000)
      await databaseOf(store)("stablecoin_deposit")
        .where({ chain: "POLYGON" })
        .update({ arrived_at: before })
      await readChains(store)
      expect(await matched()).toEqual(["BASE", "POLYGON"])
    })
  })
})
