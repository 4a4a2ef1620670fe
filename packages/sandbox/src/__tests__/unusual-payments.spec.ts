import {
  call,
  createOrder,
  createTransaction,
  testReceiver,
  testSandbox,
} from "./kit"

type PaidEvent = {
  data: { order_id: string; mode: string; payment: { tx_hash: string } }
}

/** Gateway behavior that the contract leaves open, and buyer mistakes. */
describe("unusual payments of an order", () => {
  const sandbox = testSandbox()
  const store = testReceiver()

  const create = async (orderNo: string, fields: object = {}) => {
    const answer = await createOrder(sandbox, {
      order_no: orderNo,
      webhook_url: store.url,
      ...fields,
    })
    return answer.body.data
  }
  const order = (orderNo: string) =>
    sandbox.orders().find((entry) => entry.orderNo === orderNo)
  const paidEvents = async () => {
    await sandbox.settled()
    return store.received
      .filter(({ json }) => json.event === "payment_order.paid")
      .map(({ json }) => json as unknown as PaidEvent)
  }
  const confirm = (
    { checkout_token }: Record<string, unknown>,
    txHash: string,
    sender: string
  ) =>
    call(
      "POST",
      `${sandbox.urls.business}/api/v2/business/checkout/${String(checkout_token)}/confirm`,
      {
        token: sandbox.buyerToken(),
        body: { tx_hash: txHash, chain: "POLYGON", sender_address: sender },
      }
    )

  describe("the fault spent_hash", () => {
    it("lets a spent hash pay another order once, in any letter case", async () => {
      await create("B-1")
      const second = await create("B-2")
      const third = await create("B-3")
      await sandbox.pay({ orderNo: "B-1" })
      const hash = order("B-1")?.payment?.txHash ?? ""
      const wallet = sandbox.walletAddress
      expect((await confirm(second, hash, wallet)).status).toBe(422)
      sandbox.fault({ kind: "spent_hash" })
      const uppercase = `0x${hash.slice(2).toUpperCase()}`
      expect((await confirm(second, uppercase, wallet)).status).toBe(200)
      expect(sandbox.requests().at(-1)?.fault).toBe("spent_hash")
      expect((await confirm(third, hash, wallet)).status).toBe(422)
      expect(order("B-2")?.status).toBe("paid")
      const events = await paidEvents()
      expect(
        events.map(({ data }) => [
          data.order_id,
          data.payment.tx_hash.toLowerCase(),
        ])
      ).toEqual([
        [order("B-1")?.orderId, hash],
        [order("B-2")?.orderId, hash],
      ])
      expect(sandbox.faults()).toEqual([])
    })

    it("waits for a spent hash, and ignores other failures", async () => {
      await create("B-1")
      await create("B-2", { amount: 11 })
      sandbox.fault({ kind: "spent_hash" })
      await sandbox.pay({ orderNo: "B-1" })
      expect(sandbox.faults()).toHaveLength(1)
      const txHash = order("B-1")?.payment?.txHash ?? ""
      await expect(sandbox.pay({ orderNo: "B-2" }, { txHash })).rejects.toThrow(
        "exactly 11.00"
      )
      expect(order("B-2")?.status).toBe("pending")
      expect(sandbox.faults()).toHaveLength(1)
    })
  })

  describe("the fault unchecked_confirmation", () => {
    const forged = `0x${"f0".repeat(32)}`

    it("lets a hash that no chain has pay an order, as a lying gateway does", async () => {
      await create("B-1")
      const target = { orderNo: "B-1" }
      await expect(sandbox.pay(target, { txHash: forged })).rejects.toThrow(
        "no transfer with this hash on POLYGON"
      )
      sandbox.fault({ kind: "unchecked_confirmation" })
      await sandbox.pay(target, { txHash: forged })
      const [event] = await paidEvents()
      expect(event?.data.payment.tx_hash).toBe(forged)
      expect(order("B-1")).toMatchObject({
        status: "paid",
        payment: { txHash: forged },
      })
      expect(sandbox.faults()).toEqual([])
    })

    it.each([
      ["too little", { amount: "1.00" }],
      ["in another coin", { currency: "USDC.e" }],
      ["on another chain", { chain: "BASE" }],
    ] as const)("lets a transfer %s pay an order", async (_, how) => {
      await create("B-1")
      sandbox.fault({ kind: "unchecked_confirmation" })
      const { transfer } = await sandbox.pay({ orderNo: "B-1" }, how)
      expect(transfer).toMatchObject(how)
      expect(order("B-1")?.payment?.txHash).toBe(transfer?.txHash)
    })

    it("waits for a lie, and never pays an order that is not pending", async () => {
      await create("B-1")
      await create("B-2")
      sandbox.fault({ kind: "unchecked_confirmation" })
      await sandbox.pay({ orderNo: "B-1" })
      await sandbox.cancel({ orderNo: "B-2" })
      for (const chain of ["POLYGON", "BASE"] as const) {
        const how = { chain, txHash: forged }
        await expect(sandbox.pay({ orderNo: "B-2" }, how)).rejects.toThrow()
      }
      expect(order("B-2")?.status).toBe("cancelled")
      expect(sandbox.faults()).toHaveLength(1)
    })
  })

  describe("coins without a confirmation", () => {
    it("arrive while the order stays pending", async () => {
      const { destination_address } = await create("B-1")
      const how = { confirm: false, currency: "USDC", amount: "3.5" }
      const paid = await sandbox.pay({ orderNo: "B-1" }, how)
      expect(paid).toMatchObject({
        entry: { status: "pending" },
        transfer: {
          to: destination_address,
          chain: "POLYGON",
          currency: "USDC",
          amount: "3.50",
          status: "success",
        },
      })
      expect(await paidEvents()).toEqual([])
    })

    it("can be confirmed later with their hash", async () => {
      await create("B-1")
      const target = { orderNo: "B-1" }
      const { transfer } = await sandbox.pay(target, { confirm: false })
      const txHash = transfer?.txHash ?? ""
      await sandbox.pay(target, { txHash })
      expect(order("B-1")).toMatchObject({
        status: "paid",
        payment: { txHash },
      })
    })
  })

  it("may be reported in another mode than the order's", async () => {
    await create("B-1")
    sandbox.fault({ kind: "drop", event: "payment_order.paid" })
    await sandbox.pay({ orderNo: "B-1" })
    sandbox.trigger("payment_order.paid", { orderNo: "B-1" }, { mode: "live" })
    const [event] = await paidEvents()
    expect(event?.data).toMatchObject({
      mode: "live",
      payment: { tx_hash: order("B-1")?.payment?.txHash },
    })
    expect(order("B-1")?.mode).toBe("test")
  })

  it("are rejected for a hosted transaction, which has no amount and chain to choose", async () => {
    const answer = await createTransaction(sandbox, { order_no: "A-1" })
    expect(answer.status).toBe(200)
    for (const option of [{ amount: "1.00" }, { confirm: false }]) {
      await expect(sandbox.pay({ orderNo: "A-1" }, option)).rejects.toThrow(
        "hosted"
      )
    }
    expect(sandbox.transactions()[0]?.status).toBe("pending")
  })
})
