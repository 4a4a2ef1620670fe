import { parseWebhook, WebhookBodyError } from ".."

const TX_HASH = `0x${"ab".repeat(32)}`

const HOSTED_PAID = {
  event: "payment.success",
  payload: {
    transaction_id: "7f6f2f0c-6a5e-4f0e-9d2b-0d8f5c1f2a10",
    order_no: "stpay_01",
    item_name: "Order at Coffee & Co",
    metadata: { payment_id: "stpay_01" },
    amount: 10.5,
    currency: "USDT",
    status: "success",
    timestamp: "2026-01-01T02:00:00+02:00",
  },
  timestamp: 1767225600,
}

const ONCHAIN_PAID = {
  event: "payment_order.paid",
  data: {
    order_id: "9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b",
    order_no: "stpay_02",
    amount: 25,
    currency: "USDC",
    chain: "POLYGON",
    status: "paid",
    mode: "live",
    paid_at: "2026-01-01T00:00:00-05:00",
    payment: {
      reference: "PAY-1",
      net_amount: 24.875,
      chain: "POLYGON",
      tx_hash: TX_HASH,
    },
  },
  sent_at: "2026-01-01T00:00:01-05:00",
}

const ONCHAIN_MONEY = {
  amount: "25.00",
  currency: "USDC",
  chain: "POLYGON",
  mode: "live",
  paid_at: "2026-01-01T00:00:00-05:00",
}
const ONCHAIN_TRANSFER = {
  reference: "PAY-1",
  net_amount: "24.875",
  tx_hash: TX_HASH,
}

const bytes = (body: unknown): Uint8Array =>
  Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
const hosted = (change: object, event = "payment.success") =>
  parseWebhook(
    "hosted",
    bytes({ event, payload: { ...HOSTED_PAID.payload, ...change } })
  )
const onchain = (change: object, event = "payment_order.paid") =>
  parseWebhook(
    "onchain",
    bytes({ event, data: { ...ONCHAIN_PAID.data, ...change } })
  )

describe("webhook bodies", () => {
  it("reads a paid transaction", () => {
    expect(parseWebhook("hosted", bytes(HOSTED_PAID))).toEqual({
      rail: "hosted",
      event: "payment.success",
      outcome: "paid",
      order_no: "stpay_01",
      gateway_id: "7f6f2f0c-6a5e-4f0e-9d2b-0d8f5c1f2a10",
      metadata: { payment_id: "stpay_01" },
      paid: {
        amount: "10.50",
        currency: "USDT",
        paid_at: "2026-01-01T02:00:00+02:00",
      },
    })
  })

  it("reads a paid order", () => {
    expect(parseWebhook("onchain", bytes(ONCHAIN_PAID))).toEqual({
      rail: "onchain",
      event: "payment_order.paid",
      outcome: "paid",
      order_no: "stpay_02",
      gateway_id: "9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b",
      paid: { ...ONCHAIN_MONEY, ...ONCHAIN_TRANSFER },
    })
  })

  const PAYMENT = ONCHAIN_PAID.data.payment
  const ODD_TIMES = [
    "2026-11-22T10:00:00+0000",
    "-0001-11-30T00:00:00+00:00",
    "",
    1767225600,
    null,
  ]

  it.each<[field: string, value: unknown]>([
    ["item_name", undefined],
    ["item_name", []],
    ["order_no", 42],
    ["metadata", "stpay_01"],
    // PHP writes empty objects so.
    ["metadata", []],
    ["timestamp", undefined],
    ...ODD_TIMES.map((time): [string, unknown] => ["timestamp", time]),
  ])("hosted: %s of %j does not prevent a capture", (field, value) => {
    const { outcome, paid } = hosted({ [field]: value })
    const { paid_at, ...money } = parseWebhook(
      "hosted",
      bytes(HOSTED_PAID)
    ).paid!
    expect({ outcome, paid }).toEqual({
      outcome: "paid",
      paid: field === "timestamp" ? money : { ...money, paid_at },
    })
  })

  it.each<[field: string, value: unknown]>([
    ["payment.reference", undefined],
    ["payment.reference", 7],
    // Too long for an index.
    ["payment.reference", "r".repeat(3_000)],
    ["payment.net_amount", undefined],
    ["payment.net_amount", "n/a"],
    ["mode", undefined],
    ["mode", true],
    ["paid_at", undefined],
    ...ODD_TIMES.map((time): [string, unknown] => ["paid_at", time]),
  ])("onchain: %s of %j does not prevent a capture", (field, value) => {
    const lost = field.replace("payment.", "")
    const { outcome, paid } = onchain(
      field === lost
        ? { [lost]: value }
        : { payment: { ...PAYMENT, [lost]: value } }
    )
    expect({ outcome, paid }).toEqual({
      outcome: "paid",
      paid: { ...ONCHAIN_MONEY, ...ONCHAIN_TRANSFER, [lost]: undefined },
    })
  })

  it.each<[string, unknown]>([
    ["no payment", undefined],
    ["a payment of null", null],
    ["an empty list, as PHP writes empty objects", []],
    ["a payment without a hash", { chain: "POLYGON" }],
    ["a payment whose hash is null", { chain: "POLYGON", tx_hash: null }],
  ])("onchain: reports no money without a transfer: %s", (_, payment) => {
    const { paid, ...report } = onchain({ payment })
    expect(paid).toBeUndefined()
    expect(report).toMatchObject({
      outcome: "paid",
      malformed: expect.stringContaining("data.payment"),
    })
  })

  it("onchain: accepts hexadecimal in capitals", () => {
    const tx_hash = `0X${"AB".repeat(32)}`
    const order_id = ONCHAIN_PAID.data.order_id.toUpperCase()
    expect(
      onchain({ order_id, payment: { ...PAYMENT, tx_hash } })
    ).toMatchObject({ gateway_id: order_id, paid: { tx_hash } })
  })

  it("returns only times that the database can store", () => {
    for (const paid_at of [
      "2026-01-01T02:00:00+14:00",
      "2026-01-01T02:00:00.123456789-11:30",
      "2026-01-01T02:00Z",
      "0001-01-01T00:00:00Z",
    ]) {
      const kept = onchain({ paid_at }).paid?.paid_at
      expect(Number.isNaN(new Date(kept ?? "").getTime())).toBe(false)
    }
  })

  it.each([
    ["10.005", "10.005"],
    ['"10.50"', "10.50"],
    ["12.4900000000000002", "12.49"],
    ['"12.4900000000000002"', "12.4900000000000002"],
  ])("reads the amount %s exactly", (amount, exact) => {
    const body = JSON.stringify(HOSTED_PAID).replace("10.5", amount)
    expect(parseWebhook("hosted", bytes(body)).paid?.amount).toBe(exact)
  })

  it.each([
    ["transaction.created", "created"],
    ["transaction.failed", "failed"],
    ["payment.failed", "failed"],
    ["payment_order.paid", "unknown"],
    ["constructor", "unknown"],
  ])("hosted: %s is %s, also with an empty payload", (event, outcome) => {
    expect(parseWebhook("hosted", bytes({ event, payload: {} }))).toEqual({
      rail: "hosted",
      event,
      outcome,
    })
    expect(hosted({}, event)).toMatchObject({ outcome, order_no: "stpay_01" })
    expect(hosted({}, event)).not.toHaveProperty("paid")
  })

  it.each([
    ["payment_order.created", "created"],
    ["payment_order.cancelled", "cancelled"],
    ["payment.success", "unknown"],
    ["payment_order.refunded", "unknown"],
  ])("onchain: %s is %s, also with empty data", (event, outcome) => {
    expect(parseWebhook("onchain", bytes({ event, data: {} }))).toEqual({
      rail: "onchain",
      event,
      outcome,
    })
    expect(onchain({}, event)).toMatchObject({ outcome, order_no: "stpay_02" })
    expect(onchain({}, event)).not.toHaveProperty("paid")
  })

  it.each<[field: string, value: unknown]>([
    ["amount", undefined],
    ["amount", "ten"],
    ["amount", 1e300],
    ["currency", ""],
    ["transaction_id", null],
    // Too long for an index.
    ["transaction_id", "t".repeat(3_000)],
    ["status", undefined],
    ["status", "pending"],
  ])(
    "hosted: a paid event whose %s is %j is reported as malformed, with the payment's id",
    (field, value) => {
      const report = hosted({ [field]: value })
      expect(report).toMatchObject({
        outcome: "paid",
        malformed: expect.stringContaining(`payload.${field}`),
        order_no: "stpay_01",
        metadata: { payment_id: "stpay_01" },
      })
      expect(report).not.toHaveProperty("paid")
    }
  )

  it.each<[field: string, value: unknown, at?: string]>([
    ["amount", null],
    ["chain", undefined],
    ["order_id", ""],
    ["status", "success"],
    ["payment", { ...PAYMENT, chain: "BSC" }, ".chain"],
    ["payment", { ...PAYMENT, tx_hash: "0xabab" }, ".tx_hash"],
    ["payment", { ...PAYMENT, tx_hash: 7 }, ".tx_hash"],
  ])(
    "onchain: a paid event whose %s is %j is reported as malformed",
    (field, value, at = "") => {
      const report = onchain({ [field]: value })
      expect(report).toMatchObject({
        outcome: "paid",
        malformed: expect.stringContaining(`data.${field}${at}`),
      })
      expect(report).not.toHaveProperty("paid")
    }
  )

  const nested = (levels: number) =>
    `{"event":"x","payload":{"a":${"[".repeat(levels)}${"]".repeat(levels)}},"data":{}}`

  it.each<[string, string | Uint8Array, RegExp]>([
    ["an empty body", "", /is empty/],
    ["invalid JSON", "event=payment.success", /is not JSON/],
    ["half a body", '{"event":"payment.success","payl', /is not JSON/],
    ["a list", "[]", /expected object/],
    ["a bare value", "42", /expected object/],
    ["null", "null", /expected object/],
    ["no event", '{"payload":{},"data":{}}', /event/],
    [
      "an event that is not text",
      '{"event":1,"payload":{},"data":{}}',
      /event/,
    ],
    ["an empty event", '{"event":"","payload":{},"data":{}}', /event/],
    [
      "an event too long for an index",
      `{"event":"${"x".repeat(201)}","payload":{},"data":{}}`,
      /event/,
    ],
    ["no payload", '{"event":"x"}', /payload|data/],
    ["a payload list", '{"event":"x","payload":[],"data":[]}', /payload|data/],
    ["deep nesting", nested(70), /nested deeper than 64/],
    ["very deep nesting", nested(20_000), /nested deeper than 64/],
    [
      "bytes that are not UTF-8",
      Uint8Array.from([0x7b, 0xff, 0x7d]),
      /not valid UTF-8/,
    ],
  ])("rejects %s and names the problem", (_, body, problem) => {
    const raw = body instanceof Uint8Array ? body : bytes(body)
    for (const rail of ["hosted", "onchain"] as const) {
      expect(() => parseWebhook(rail, raw)).toThrow(WebhookBodyError)
      expect(() => parseWebhook(rail, raw)).toThrow(problem)
    }
  })

  it("accepts the nesting depth of usual metadata", () => {
    expect(() => parseWebhook("hosted", bytes(nested(60)))).not.toThrow()
  })
})
