import {
  businessToken,
  call,
  createOrder,
  DATE_WITH_OFFSET,
  testSandbox,
  UUID,
} from "./kit"

const CHAIN = "POLYGON"

/** The buyer app's part of the Business Order API, and the checks of a transfer. */
describe("buyer-app checkout", () => {
  const sandbox = testSandbox({ requirePublicUrls: true })
  let buyer: string
  const wallet = `0x${"5e".repeat(20)}`
  const url = (checkoutToken: unknown, suffix = "") =>
    `${sandbox.urls.business}/api/v2/business/checkout/${String(checkoutToken)}${suffix}`

  beforeEach(async () => {
    buyer = sandbox.buyerToken()
  })

  const order = async () => (await createOrder(sandbox)).body.data
  const transfer = (to: unknown, fields: object = {}) =>
    sandbox.send({
      chain: CHAIN,
      currency: "USDT",
      from: wallet,
      to: String(to),
      amount: "10.50",
      ...fields,
    })
  const confirm = (
    checkoutToken: unknown,
    txHash: string,
    fields: object = {}
  ) =>
    call("POST", url(checkoutToken, "/confirm"), {
      token: buyer,
      body: {
        tx_hash: txHash,
        chain: CHAIN,
        sender_address: wallet,
        ...fields,
      },
    })

  describe("GET checkout/{checkout_token}", () => {
    it("shows the checkout with every field", async () => {
      const data = await order()
      const answer = await call("GET", url(data.checkout_token), {
        token: buyer,
      })
      expect(answer.status).toBe(200)
      expect(answer.body.status).toBe(true)
      expect(answer.body.data).toEqual({
        order_id: data.order_id,
        amount: 10.5,
        currency: "USDT",
        chain: CHAIN,
        destination_address: data.destination_address,
        status: "pending",
        checkout_url: data.checkout_url,
        checkout_app_url: expect.stringMatching(
          new RegExp(
            `^[a-z]+://business/checkout/${String(data.checkout_token)}$`
          )
        ),
        merchant: "Sandbox Store",
      })
    })

    it("answers 404 to an unknown token", async () => {
      const answer = await call("GET", url("nothing"), { token: buyer })
      expect(answer.status).toBe(404)
    })
  })

  describe.each([
    ["GET", ""],
    ["POST", "/confirm"],
  ])("%s checkout/{checkout_token}%s", (method, suffix) => {
    it("rejects a business token, and a request without one", async () => {
      const data = await order()
      for (const options of [{ token: await businessToken(sandbox) }, {}]) {
        const at = url(data.checkout_token, suffix)
        expect((await call(method, at, options)).status).toBe(401)
      }
    })
  })

  describe("POST checkout/{checkout_token}/confirm", () => {
    it("marks the order as paid by a matching transfer", async () => {
      const data = await order()
      const { txHash } = transfer(data.destination_address)
      const answer = await confirm(data.checkout_token, txHash)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        status: true,
        message: expect.any(String),
        data: {
          order_id: expect.stringMatching(UUID),
          order_status: "paid",
          reference: expect.any(String),
          amount: 10.5,
          currency: "USDT",
          chain: CHAIN,
          tx_hash: txHash,
          paid_at: expect.stringMatching(DATE_WITH_OFFSET),
        },
      })
    })

    it.each<[sent: object, confirmed: object, field: string]>([
      [{}, { tx_hash: "0x12" }, "tx_hash"],
      [{}, { tx_hash: "12".repeat(33) }, "tx_hash"],
      [{}, { tx_hash: undefined }, "tx_hash"],
      [{}, { chain: "SOLANA" }, "chain"],
      [{}, { chain: undefined }, "chain"],
      [{}, { sender_address: "0x12" }, "sender_address"],
      [{}, { sender_address: undefined }, "sender_address"],
      // A transfer that does not pay the order.
      [{ amount: "10.49" }, {}, "tx_hash"],
      [{ amount: "10.500001" }, {}, "tx_hash"],
      [{ currency: "USDC" }, {}, "tx_hash"],
      [{ to: `0x${"1".repeat(40)}` }, {}, "tx_hash"],
      [{ chain: "BASE" }, {}, "tx_hash"],
      [{ chain: "BASE" }, { chain: "BASE" }, "chain"],
      // In no block.
      [{}, { tx_hash: `0x${"ab".repeat(32)}` }, "tx_hash"],
      [{}, { sender_address: `0x${"2".repeat(40)}` }, "sender_address"],
    ])(
      "rejects a transfer of %j, confirmed by %j",
      async (sent, confirmed, field) => {
        const data = await order()
        const { txHash } = transfer(data.destination_address, sent)
        const answer = await confirm(data.checkout_token, txHash, confirmed)
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toEqual({ [field]: [expect.any(String)] })
        expect(sandbox.orders()[0]).toMatchObject({
          status: "pending",
          payment: null,
        })
      }
    )

    it("rejects a transfer that failed on the chain", async () => {
      const data = await order()
      const to = String(data.destination_address)
      const coins = { currency: "USDT", from: wallet, to, amount: "10.50" }
      const { txHash } = sandbox.send({ chain: CHAIN, ...coins }, "reverted")
      const answer = await confirm(data.checkout_token, txHash)
      expect(answer.body.errors).toEqual({ tx_hash: [expect.any(String)] })
    })

    it("does not let one transfer pay two orders", async () => {
      const [first, second] = [await order(), await order()]
      expect(first.destination_address).toBe(second.destination_address)
      const { txHash } = transfer(first.destination_address)
      const answers = await Promise.all([
        confirm(first.checkout_token, txHash),
        confirm(second.checkout_token, txHash.toUpperCase().replace("X", "x")),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(
        sandbox
          .orders()
          .map(({ status }) => status)
          .sort()
      ).toEqual(["paid", "pending"])
    })

    it("pays an order once for concurrent confirmations", async () => {
      const data = await order()
      const hashes = Array.from({ length: 8 }, () =>
        transfer(data.destination_address)
      )
      const answers = await Promise.all(
        hashes.map(({ txHash }) => confirm(data.checkout_token, txHash))
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const winner = answers.find(({ status }) => status === 200)
      expect(sandbox.orders()[0]?.payment?.txHash).toBe(
        winner?.body.data.tx_hash
      )
    })

    it("rejects a cancelled order", async () => {
      const data = await order()
      await sandbox.cancel({ orderId: data.order_id as string })
      const { txHash } = transfer(data.destination_address)
      const answer = await confirm(data.checkout_token, txHash)
      expect(answer.body.errors).toEqual({ status: [expect.any(String)] })
    })
  })
})
