import { parseHostedWebhook, parseOnchainWebhook, WebhookBodyError } from ".."

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

const bytes = (body: unknown): Uint8Array =>
  Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
const hosted = (change: object, event = "payment.success") =>
  parseHostedWebhook(
    bytes({ event, payload: { ...HOSTED_PAID.payload, ...change } })
  )
const onchain = (change: object, event = "payment_order.paid") =>
  parseOnchainWebhook(
    bytes({ event, data: { ...ONCHAIN_PAID.data, ...change } })
  )

describe("webhook bodies", () => {
  it("reads a paid transaction", () => {
    expect(parseHostedWebhook(bytes(HOSTED_PAID))).toEqual({
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
    expect(parseOnchainWebhook(bytes(ONCHAIN_PAID))).toEqual({
      rail: "onchain",
      event: "payment_order.paid",
      outcome: "paid",
      order_no: "stpay_02",
      gateway_id: "9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b",
      paid: {
        amount: "25.00",
        currency: "USDC",
        chain: "POLYGON",
        mode: "live",
        paid_at: "2026-01-01T00:00:00-05:00",
        reference: "PAY-1",
        net_amount: "24.875",
        tx_hash: TX_HASH,
      },
    })
  })

  const PAYMENT = ONCHAIN_PAID.data.payment
  const ODD_TIMES = [
    "2026-11-22T10:00:00+0000",
    "2026-11-22 10:00:00",
    "-0001-11-30T00:00:00+00:00",
    "yesterday",
    "",
    1767225600,
    null,
    {},
  ]

  it.each<[string, object]>([
    ["no item_name", { item_name: undefined }],
    ["an item_name that is a list", { item_name: [] }],
    ["an order_no that is a number", { order_no: 42 }],
    ["metadata that is a text", { metadata: "stpay_01" }],
    ["no timestamp", { timestamp: undefined }],
    ...ODD_TIMES.map((timestamp): [string, object] => [
      `the timestamp ${JSON.stringify(timestamp)}`,
      { timestamp },
    ]),
  ])("hosted: %s does not prevent a capture", (_, change) => {
    const { outcome, paid } = hosted(change)
    expect({ outcome, paid }).toEqual({
      outcome: "paid",
      paid: {
        amount: "10.50",
        currency: "USDT",
        ...("timestamp" in change
          ? {}
          : { paid_at: HOSTED_PAID.payload.timestamp }),
      },
    })
  })

  it.each<[string, object, string]>([
    [
      "no reference",
      { payment: { ...PAYMENT, reference: undefined } },
      "reference",
    ],
    [
      "a reference that is a number",
      { payment: { ...PAYMENT, reference: 7 } },
      "reference",
    ],
    [
      "a reference too long for an index",
      { payment: { ...PAYMENT, reference: "r".repeat(3_000) } },
      "reference",
    ],
    [
      "no net_amount",
      { payment: { ...PAYMENT, net_amount: undefined } },
      "net_amount",
    ],
    [
      "a net_amount that is not a number",
      { payment: { ...PAYMENT, net_amount: "n/a" } },
      "net_amount",
    ],
    ["no mode", { mode: undefined }, "mode"],
    ["a mode that is a flag", { mode: true }, "mode"],
    ["no paid_at", { paid_at: undefined }, "paid_at"],
    ...ODD_TIMES.map((paid_at): [string, object, string] => [
      `the paid_at ${JSON.stringify(paid_at)}`,
      { paid_at },
      "paid_at",
    ]),
  ])("onchain: %s does not prevent a capture", (_, change, lost) => {
    const whole = {
      amount: "25.00",
      currency: "USDC",
      chain: "POLYGON",
      mode: "live",
      paid_at: "2026-01-01T00:00:00-05:00",
      reference: "PAY-1",
      net_amount: "24.875",
      tx_hash: TX_HASH,
    }
    const { outcome, paid } = onchain(change)
    expect({ outcome, paid }).toEqual({
      outcome: "paid",
      paid: { ...whole, [lost]: undefined },
    })
  })

  it.each<[string, unknown]>([
    ["no payment", undefined],
    ["a payment of null", null],
    ["an empty list, as PHP writes empty objects", []],
    ["a payment without chain and hash", {}],
    ["a payment whose chain and hash are null", { chain: null, tx_hash: null }],
  ])("onchain: captures without a transfer: %s", (_, payment) => {
    expect(onchain({ payment }).paid).toEqual({
      amount: "25.00",
      currency: "USDC",
      chain: "POLYGON",
      mode: "live",
      paid_at: "2026-01-01T00:00:00-05:00",
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
    ["1e1", "10.00"],
    ["12.4900000000000002", "12.49"],
    ["9.9999999999999999999", "10.00"],
    ["12.49000000001", "12.49000000001"],
    ['"12.4900000000000002"', "12.4900000000000002"],
    ['"9.9999999999999999999"', "9.9999999999999999999"],
  ])("reads the amount %s exactly", (amount, exact) => {
    const body = JSON.stringify(HOSTED_PAID).replace("10.5", amount)
    expect(parseHostedWebhook(bytes(body)).paid?.amount).toBe(exact)
  })

  it.each([
    ["transaction.created", "created"],
    ["transaction.failed", "failed"],
    ["payment.failed", "failed"],
    ["payment_order.paid", "unknown"],
    ["constructor", "unknown"],
  ])("hosted: %s is %s, also with an empty payload", (event, outcome) => {
    expect(parseHostedWebhook(bytes({ event, payload: {} }))).toEqual({
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
    expect(parseOnchainWebhook(bytes({ event, data: {} }))).toEqual({
      rail: "onchain",
      event,
      outcome,
    })
    expect(onchain({}, event)).toMatchObject({ outcome, order_no: "stpay_02" })
    expect(onchain({}, event)).not.toHaveProperty("paid")
  })

  it.each<[string, object, string]>([
    ["no amount", { amount: undefined }, "payload.amount"],
    ["an amount that is not a number", { amount: "ten" }, "payload.amount"],
    ["an excessive amount", { amount: 1e300 }, "payload.amount"],
    ["no currency", { currency: "" }, "payload.currency"],
    ["no transaction_id", { transaction_id: null }, "payload.transaction_id"],
    ["no status", { status: undefined }, "payload.status"],
    ["a status that is not success", { status: "pending" }, "payload.status"],
    [
      "a transaction_id too long for an index",
      { transaction_id: "t".repeat(3_000) },
      "payload.transaction_id",
    ],
  ])(
    "hosted: a paid event with %s is reported as malformed",
    (_, change, field) => {
      const report = hosted(change)
      expect(report).toMatchObject({ outcome: "paid" })
      expect(report.malformed).toContain(field)
      expect(report).not.toHaveProperty("paid")
    }
  )

  it.each<[string, object, string]>([
    ["no amount", { amount: null }, "data.amount"],
    ["no chain", { chain: undefined }, "data.chain"],
    ["no order_id", { order_id: "" }, "data.order_id"],
    ["a status that is not paid", { status: "success" }, "data.status"],
    [
      "a transfer on another chain",
      { payment: { ...ONCHAIN_PAID.data.payment, chain: "BSC" } },
      "data.payment.chain",
    ],
    [
      "a hash that is cut short",
      { payment: { ...ONCHAIN_PAID.data.payment, tx_hash: "0xabab" } },
      "data.payment.tx_hash",
    ],
    [
      "a hash that is a number",
      { payment: { ...ONCHAIN_PAID.data.payment, tx_hash: 7 } },
      "data.payment.tx_hash",
    ],
  ])(
    "onchain: a paid event with %s is reported as malformed",
    (_, change, field) => {
      const report = onchain(change)
      expect(report).toMatchObject({ outcome: "paid" })
      expect(report.malformed).toContain(field)
      expect(report).not.toHaveProperty("paid")
    }
  )

  it("keeps the payment's id of a malformed paid event", () => {
    expect(hosted({ amount: null })).toMatchObject({
      order_no: "stpay_01",
      metadata: { payment_id: "stpay_01" },
    })
  })

  it("accepts an empty metadata list, as PHP writes empty objects", () => {
    expect(hosted({ metadata: [] })).toMatchObject({
      outcome: "paid",
      paid: { amount: "10.50" },
    })
  })

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
    for (const parse of [parseHostedWebhook, parseOnchainWebhook]) {
      expect(() => parse(raw)).toThrow(WebhookBodyError)
      expect(() => parse(raw)).toThrow(problem)
    }
  })

  it("accepts the nesting depth of usual metadata", () => {
    expect(() => parseHostedWebhook(bytes(nested(60)))).not.toThrow()
  })
})
