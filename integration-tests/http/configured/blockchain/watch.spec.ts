import { Admin } from "../../../setup/admin/admin"
import { blockchainTest, CHAINS } from "../../../setup/store/on-chain"

blockchainTest((store, onChain) => {
  const admin = Admin.enrolled(store)
  // The first pass of a network finds where it begins.
  beforeEach(async () => await onChain.read())

  it("coins that the gateway does not report are seen, their buyer reads so, and the exception closes itself when it confirms them", async () => {
    const payment = await onChain.start()
    const txHash = await onChain.send(payment)
    await onChain.see()

    expect(await store.openExceptions()).toEqual(["unreported_transfer.exact"])
    expect(await onChain.records(payment)).toMatchObject({
      status: "pending",
      orders: 0,
      captures: [],
    })
    expect(await store.readShown(payment.session.id)).toMatchObject({
      transfer_seen: true,
    })

    await onChain.confirm(payment, txHash)

    expect(await onChain.records(payment)).toMatchObject({
      proof_status: "proven",
      captures: [12.5],
    })
    expect(await store.openExceptions()).toEqual([])
  })

  it("say so once their cart has changed, or another payment has paid it", async () => {
    const changed = await onChain.start()
    const again = await onChain.start("BASE")
    await onChain.send(changed)
    await onChain.send(again)
    await onChain.see()
    await store.setQuantity(changed.cart.id, 2)
    const other = await store.startSession(again.cart, "hosted")
    await store.pay(String(other.data.payment_id))
    await onChain.reconcile()

    const exceptions = await store
      .db("stablecoin_exception")
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
    const payment = await onChain.start()
    await onChain.send(payment)
    await onChain.expire(payment)
    // Not matched yet: the cancellation itself looks for coins.
    await onChain.reconcile()
    expect(onChain.statusAtGateway(payment)).toBe("pending")

    await onChain.see()
    await onChain.reconcile()

    expect(onChain.statusAtGateway(payment)).toBe("pending")
    expect(await store.readPayment(payment.id)).toMatchObject({
      status: "pending",
    })
  })

  it("nor by the merchant, who gets the reason, until the exception is resolved", async () => {
    const payment = await onChain.start()
    await onChain.send(payment, "7.00")
    await onChain.see()
    const cancel = async () =>
      await admin.call<{ message: string }>(
        "POST",
        `/admin/stablecoin/payments/${payment.id}/cancel`
      )
    expect(await cancel()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("the network shows coins") },
    })

    const { id } = await store.db("stablecoin_exception").first("id")
    const resolved = await admin.call(
      "POST",
      `/admin/stablecoin/exceptions/${id}/resolve`,
      { action: "close", note: "Sent back.", held: "7.00", kept: "A tip." }
    )
    expect(resolved).toMatchObject({ status: 200 })
    // The decision ends it: nothing is left to wait for.
    expect(onChain.statusAtGateway(payment)).toBe("cancelled")
  })

  it("a payment without coins is cancelled when it expires, while its chain can be read", async () => {
    const payment = await onChain.start()
    await onChain.expire(payment)
    store.sandbox.fault({ api: "rpc", kind: "status", times: 1_000 })
    await onChain.reconcile()
    expect(onChain.statusAtGateway(payment)).toBe("pending")

    store.sandbox.clearFaults()
    await onChain.reconcile()
    expect(onChain.statusAtGateway(payment)).toBe("cancelled")
  })

  it("coins that came before its network had an endpoint are seen", async () => {
    const payment = await onChain.start()
    await store.changePayment(payment.id, {
      created_at: new Date(Date.now() - 2 * 3600_000),
    })
    await onChain.send(payment)
    onChain.passAnHour("POLYGON")
    // As if no network had been read yet.
    await store.db("stablecoin_chain").delete()

    await onChain.read()

    expect(await store.openExceptions()).toEqual(["unreported_transfer.exact"])
  })

  it("a transfer is seen by the first pass after it is final, on every chain, also while the endpoint of another fails", async () => {
    const depth = 12
    const seen = async (): Promise<string[]> =>
      await store.db("stablecoin_deposit").orderBy("chain").pluck("chain")
    for (const chain of CHAINS) {
      store.sandbox.chain(chain).setFinality(depth)
      await onChain.send(await onChain.start(chain))
      store.sandbox.chain(chain).mine(depth - 1)
    }
    await onChain.read()
    expect(await seen()).toEqual([])

    CHAINS.forEach((chain) => store.sandbox.chain(chain).mine())
    const endpoint = { api: "rpc", endpoint: "BSC" } as const
    store.sandbox.fault({ ...endpoint, kind: "status", times: 1_000 })
    await onChain.read()
    expect(await seen()).toEqual(["BASE", "POLYGON"])

    store.sandbox.clearFaults()
    await onChain.read()
    expect(await seen()).toEqual(["BASE", "BSC", "POLYGON"])
  })
})
