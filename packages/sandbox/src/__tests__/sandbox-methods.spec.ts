import { createSandbox, type Sandbox } from "../index"
import {
  call,
  createOrder,
  createTransaction,
  merchantToken,
  testSandbox,
} from "./kit"

describe("controlling the sandbox from code", () => {
  const sandbox = testSandbox()

  const hosted = async (orderNo = "A-1") => {
    const answer = await createTransaction(sandbox, { order_no: orderNo })
    return answer.body.data
  }
  const onchain = async (orderNo = "B-1") => {
    const answer = await createOrder(sandbox, { order_no: orderNo })
    return answer.body.data
  }

  it("pays by order number, token or id", async () => {
    const first = await hosted("A-1")
    await hosted("A-2")
    const [, second] = sandbox.transactions()
    await onchain("B-1")
    const paid = [
      await sandbox.pay({ token: first.checkout_token as string }),
      await sandbox.pay({ transactionId: second?.transactionId ?? "" }),
      await sandbox.pay({ orderNo: "B-1" }),
    ]
    expect(paid.map(({ entry }) => [entry.orderNo, entry.status])).toEqual([
      ["A-1", "success"],
      ["A-2", "success"],
      ["B-1", "paid"],
    ])
  })

  it("rejects an ambiguous order number, and lists the candidates", async () => {
    await hosted("D-1")
    await onchain("D-1")
    await onchain("D-1")
    const [transaction] = sandbox.transactions()
    const [older, newer] = sandbox.orders()
    const ids = [transaction?.transactionId, older?.orderId, newer?.orderId]
    for (const act of ["pay", "fail", "cancel"] as const) {
      const error = await sandbox[act]({ orderNo: "D-1" }).then(
        () => new Error("It chose one."),
        (reason: Error) => reason
      )
      expect(ids.filter((id) => !error.message.includes(`${id}`))).toEqual([])
      expect(error).toMatchObject({ status: 409 })
    }
    await expect(
      sandbox.pay({ orderNo: "D-1", api: "business" })
    ).rejects.toThrow("2 payments")
    await sandbox.cancel({ orderId: older?.orderId ?? "" })
    await expect(
      sandbox.pay({ orderNo: "D-1", api: "business" })
    ).rejects.toThrow(`${older?.orderId} (cancelled)`)
    expect(sandbox.orders().map(({ status }) => status)).toEqual([
      "cancelled",
      "pending",
    ])
    await sandbox.pay({ orderNo: "D-1", api: "merchant" })
    await sandbox.pay({ orderId: newer?.orderId ?? "" })
    expect(sandbox.orders()[1]?.status).toBe("paid")
  })

  it("lets a failed hosted transaction be paid, but not fail or be paid twice", async () => {
    await hosted()
    const target = { orderNo: "A-1" }
    await sandbox.fail(target)
    await expect(sandbox.fail(target)).rejects.toThrow("failed")
    await sandbox.pay(target)
    await expect(sandbox.pay(target)).rejects.toThrow("paid already")
    await expect(sandbox.fail(target)).rejects.toThrow("success")
    expect(sandbox.transactions()[0]?.status).toBe("success")
  })

  it("neither cancels on hosted nor fails on onchain, as in the contracts", async () => {
    await hosted()
    await onchain()
    await expect(sandbox.cancel({ orderNo: "A-1" })).rejects.toThrow("hosted")
    await expect(sandbox.fail({ orderNo: "B-1" })).rejects.toThrow("order")
  })

  it("accepts only methods that can pay the currency", async () => {
    await hosted()
    await expect(
      sandbox.pay({ orderNo: "A-1" }, { method: "debit_card" })
    ).rejects.toThrow("wallet_balance")
    const found = await sandbox.pay(
      { orderNo: "A-1" },
      { method: "exchange_account" }
    )
    expect(found.entry).toMatchObject({ paymentMethod: "exchange_account" })
  })

  it("returns copies, so a caller can't change its records", async () => {
    await hosted()
    const [entry] = sandbox.transactions()
    Object.assign(entry ?? {}, { status: "success" })
    expect(sandbox.transactions()[0]?.status).toBe("pending")
  })

  describe("secrets", () => {
    it("accepts only the new secret, while issued tokens stay valid", async () => {
      const before = sandbox.credentials.hosted
      const token = await merchantToken(sandbox)
      const { hosted: now } = sandbox.rotateSecret("hosted")
      expect(now.clientSecret).not.toBe(before.clientSecret)
      const answer = await call(
        "POST",
        `${sandbox.urls.merchant}/merchant/api/verify`,
        {
          body: {
            client_id: before.clientId,
            client_secret: before.clientSecret,
          },
        }
      )
      expect(answer.status).toBe(401)
      expect((await createTransaction(sandbox, {}, token)).status).toBe(200)
    })

    it("rotates the webhook secret alone, or with the client secret", () => {
      const start = sandbox.credentials.onchain
      const { onchain: one } = sandbox.rotateSecret("webhook")
      expect(one.webhookSecret).not.toBe(start.webhookSecret)
      expect(one.clientSecret).toBe(start.clientSecret)
      const { onchain: two } = sandbox.rotateSecret("onchain")
      expect(two.webhookSecret).not.toBe(one.webhookSecret)
      expect(two.clientSecret).not.toBe(one.clientSecret)
    })

    it("can be given, and define the mode", async () => {
      const own = await createSandbox({
        mode: "live",
        seedSecrets: {
          hosted: { clientId: "test_mine", clientSecret: "s3cret" },
        },
      })
      try {
        expect(own.credentials.hosted.clientId).toBe("test_mine")
        expect(own.credentials.onchain.clientId).toMatch(/^live_/)
        const { data } = (await createTransaction(own)).body
        expect(data.approvedUrl).toContain("/merchant/checkout/sandbox/")
      } finally {
        await own.close()
      }
    })

    it("are in no recorded request", async () => {
      const token = await merchantToken(sandbox)
      await hosted()
      const { clientSecret } = sandbox.credentials.hosted
      await fetch(`${sandbox.urls.merchant}/merchant/api/verify`, {
        method: "POST",
        body: `client_secret=${clientSecret}`,
      })
      const log = JSON.stringify(sandbox.requests())
      expect(log).not.toContain(clientSecret)
      expect(log).not.toContain(token)
    })
  })

  it("finds requests by API, endpoint, method and path", async () => {
    await hosted()
    await onchain()
    const paths = (filter: Parameters<Sandbox["requests"]>[0]) =>
      sandbox.requests(filter).map(({ path }) => path)
    expect(paths({ api: "merchant" })).toEqual([
      "/merchant/api/verify",
      "/merchant/api/transaction-info",
    ])
    expect(paths({ endpoint: "create" })).toHaveLength(2)
    expect(paths({ api: "business", endpoint: "create" })).toHaveLength(1)
  })

  it("expires tokens after their lifetime", async () => {
    sandbox.setTokenLifetime(0.02)
    const token = await merchantToken(sandbox)
    const until = Date.now() + 25
    while (Date.now() < until) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await createTransaction(sandbox, {}, token)).status).toBe(401)
  })

  it("clears everything but the credentials on reset", async () => {
    const { credentials } = sandbox
    await hosted()
    sandbox.setRules({ hostedCurrencies: ["USDT"] })
    sandbox.fault({ kind: "reset" })
    sandbox.registerEndpoint({ url: "http://127.0.0.1:9/" })
    await sandbox.reset()
    expect(sandbox.transactions()).toEqual([])
    expect(sandbox.requests()).toEqual([])
    expect(sandbox.endpoints()).toEqual([])
    expect(sandbox.faults()).toEqual([])
    expect(sandbox.rules.hostedCurrencies).toEqual(["USDT", "USDC"])
    expect(sandbox.credentials).toEqual(credentials)
  })

  it("names its public addresses in responses", async () => {
    const own = await createSandbox({
      publicUrls: { business: "https://pay.example.com/gateway/" },
    })
    try {
      expect(own.urls.business).toBe("https://pay.example.com/gateway")
      expect(own.urls.merchant).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    } finally {
      await own.close()
    }
  })

  it("names a port that is in use", async () => {
    const port = Number(new URL(sandbox.urls.merchant).port)
    await expect(createSandbox({ ports: { merchant: port } })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken`
    )
  })
})
