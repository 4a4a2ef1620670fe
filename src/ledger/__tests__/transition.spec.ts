import {
  type ExceptionName,
  type Fact,
  type PaidFact,
  isHigher,
  nameOf,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type ScheduledPayment,
  reportOf,
  transition,
} from "../index"
import { NOW, paidFact, payment, startedFact } from "./samples"

/** Resulting state for every fact in every state. */
const TABLE: Record<
  string,
  { fact: Fact; to: Record<PaymentStatus, PaymentStatus> }
> = {
  started: { fact: startedFact(), to: atLeast("pending") },
  opened: {
    fact: { kind: "opened", gateway_id: "order-1" },
    to: atLeast("pending"),
  },
  refused: {
    fact: { kind: "refused", reason: "invalid" },
    to: atLeast("failed"),
  },
  failed: {
    fact: { kind: "failed", gateway_id: "order-1" },
    to: atLeast("failed"),
  },
  cancelled: { fact: { kind: "cancelled" }, to: atLeast("cancelled") },
  abandoned: { fact: { kind: "abandoned" }, to: atLeast("abandoned") },
  superseded: { fact: { kind: "superseded" }, to: unchanged() },
  paid: { fact: paidFact(), to: atLeast("paid") },
  returned: { fact: { kind: "returned", result: "success" }, to: unchanged() },
  unreadable: {
    fact: { kind: "unreadable", problem: "no amount" },
    to: unchanged(),
  },
  unknown_at_gateway: { fact: { kind: "unknown_at_gateway" }, to: unchanged() },
  "another amount": { fact: paidFact({ amount: "12.49" }), to: unchanged() },
  "a hair more": { fact: paidFact({ amount: "12.5001" }), to: unchanged() },
  "another coin": { fact: paidFact({ currency: "USDC" }), to: unchanged() },
  "another chain": { fact: paidFact({ chain: "ETH" }), to: unchanged() },
  "other money": { fact: paidFact({ mode: "live" }), to: unchanged() },
  "no chain": { fact: paidFact({ chain: undefined }), to: unchanged() },
  "paid under another id": {
    fact: paidFact({ gateway_id: "order-2" }),
    to: unchanged(),
  },
  "cancelled under another id": {
    fact: { kind: "cancelled", gateway_id: "order-2" },
    to: unchanged(),
  },
  "failed under another id": {
    fact: { kind: "failed", gateway_id: "order-2" },
    to: unchanged(),
  },
  "opened under another id": {
    fact: { kind: "opened", gateway_id: "order-2" },
    to: unchanged(),
  },
}

const CASES = Object.entries(TABLE).flatMap(([name, { fact, to }]) =>
  PAYMENT_STATUSES.map((from) => [name, from, to[from], fact] as const)
)

function atLeast(status: PaymentStatus): Record<PaymentStatus, PaymentStatus> {
  const from = (each: PaymentStatus) => (isHigher(status, each) ? status : each)
  return {
    creating: from("creating"),
    pending: from("pending"),
    abandoned: from("abandoned"),
    failed: from("failed"),
    cancelled: from("cancelled"),
    paid: "paid",
  }
}

function unchanged(): Record<PaymentStatus, PaymentStatus> {
  return atLeast("creating")
}

it("the order of states is the documented one", () => {
  expect(PAYMENT_STATUSES).toEqual([
    "creating",
    "pending",
    "abandoned",
    "failed",
    "cancelled",
    "paid",
  ])
})

it.each(CASES)("%s leads from %s to %s", (_, from, to, fact) => {
  const { patch } = transition(payment({ status: from }), fact, NOW)
  expect(patch.status ?? from).toBe(to)
  // An unchanged state is not in the patch: otherwise a repetition would look
  // like a change.
  expect(patch.status).toBe(to === from ? undefined : to)
})

it.each<[string, Partial<PaidFact>]>([
  ["amount", { amount: "15.00" }],
  ["coin", { currency: "USDC" }],
  ["network", { chain: "ETH" }],
  ["transaction of the gateway", { gateway_id: "order-2" }],
])(
  "another %s is nothing to create an order for once the payment is paid",
  (_, other) => {
    const paidRow = payment({ status: "paid", deposit_id: "stdep_1" })
    const [first, later] = [payment(), paidRow].map(
      (row) =>
        transition(row, paidFact(other), NOW, { deposit_id: "stdep_2" })
          .exceptions[0]
    )
    expect(first).toMatchObject({ kind: "deposit_mismatch", key: later?.key })
    expect(later).toMatchObject({ reason: "again" })
  }
)

describe("a paid fact that does not match changes nothing and opens an exception", () => {
  it.each<[string, Fact, ExceptionName]>([
    ["too little", paidFact({ amount: "12.49" }), "deposit_mismatch.amount"],
    ["too much", paidFact({ amount: "125.00" }), "deposit_mismatch.amount"],
    [
      "a hair more",
      paidFact({ amount: "12.500000001" }),
      "deposit_mismatch.amount",
    ],
    [
      "another coin",
      paidFact({ currency: "USDC" }),
      "deposit_mismatch.currency",
    ],
    ["another chain", paidFact({ chain: "ETH" }), "deposit_mismatch.chain"],
    ["no chain", paidFact({ chain: undefined }), "deposit_mismatch.chain"],
    [
      "money of another mode",
      paidFact({ mode: "live" }),
      "deposit_mismatch.mode",
    ],
    [
      "another id",
      paidFact({ gateway_id: "order-2" }),
      "deposit_mismatch.gateway_id",
    ],
    [
      "no readable content",
      { kind: "unreadable", problem: "no amount" },
      "webhook_problem.unreadable",
    ],
    [
      "unknown at the gateway",
      { kind: "unknown_at_gateway" },
      "unknown_at_gateway",
    ],
  ])("%s", (_, fact, name) => {
    const before = payment()
    const known = { deposit_id: "stdep_1" }
    const { patch, exceptions } = transition(before, fact, NOW, known)
    expect(patch).toEqual({})
    expect(exceptions.map(nameOf)).toEqual([name])
    expect(exceptions).toMatchObject([
      {
        deposit_id: fact.kind === "paid" ? "stdep_1" : null,
        key: expect.stringContaining(`${before.id}:${name}:`),
        details: expect.any(Object),
      },
    ])
  })

  it.each([
    ["12.49", undefined],
    ["12.51", "excess"],
  ])("says whether %s is too much", (amount, cause) => {
    const [draft] = transition(payment(), paidFact({ amount }), NOW).exceptions
    expect(draft?.details.cause).toBe(cause)
  })

  it("compares no chain on hosted, where the buyer chooses the method", () => {
    const hosted = payment({ rail: "hosted", chain: null })
    const fact = paidFact({ chain: undefined })
    expect(transition(hosted, fact, NOW).patch.status).toBe("paid")
  })
})

it("accepts the same amount in another notation", () => {
  const { patch, exceptions } = transition(
    payment(),
    paidFact({ amount: "12.5" }),
    NOW
  )
  expect(patch.status).toBe("paid")
  expect(exceptions).toEqual([])
})

it("stores the gateway's details of the money, and the deposit that it is paid by", () => {
  const before = payment({ gateway_id: null })
  const known = { deposit_id: "stdep_1" }
  const { patch } = transition(before, paidFact(), NOW, known)
  expect(patch).toEqual({
    checkout_token: null,
    redirect_url: null,
    status: "paid",
    deposit_id: "stdep_1",
    mode: "test",
    gateway_id: "order-1",
    reference: "REF-1",
    net_amount: "12.40",
    tx_hash: "0xhash",
    paid_at: new Date("2026-11-20T11:59:00.000Z"),
    prove_at: NOW,
  })
})

it.each([undefined, "yesterday", "2026-11-22T10:00:00+00000"])(
  "a payment whose time is %s counts as paid when it was reported",
  (paid_at) => {
    const { patch } = transition(payment(), paidFact({ paid_at }), NOW)
    expect(patch).toMatchObject({ status: "paid", paid_at: NOW })
  }
)

it("a transfer of a payment that is not stored pays no other payment", () => {
  const known = { transfer_of: { payment_id: null } }
  const { patch, exceptions } = transition(payment(), paidFact(), NOW, known)
  expect(patch).toEqual({})
  expect(exceptions).toMatchObject([{ kind: "transfer_reused" }])
})

describe("a transfer that has paid another payment", () => {
  const known = { transfer_of: { payment_id: "stpay_2" } }

  it("pays no other payment, and opens an exception that names both", () => {
    const { patch, exceptions } = transition(payment(), paidFact(), NOW, known)
    expect(patch).toEqual({})
    expect(exceptions).toEqual([
      {
        kind: "transfer_reused",
        key: "stpay_1:transfer_reused:0xhash",
        deposit_id: null,
        details: expect.objectContaining({
          tx_hash: "0xhash",
          other_payment_id: "stpay_2",
        }),
      },
    ])
  })

  it("is not counted as a second transfer of a paid payment", () => {
    const paid = payment({ status: "paid", tx_hash: "0xown" })
    const { patch, exceptions } = transition(paid, paidFact(), NOW, known)
    expect(patch).toEqual({})
    expect(exceptions).toMatchObject([{ kind: "transfer_reused" }])
  })

  it("is not stored for a paid payment without a transfer, which may be captured", () => {
    const paid = payment({ status: "paid", tx_hash: null })
    const { patch, exceptions } = transition(paid, paidFact(), NOW, known)
    expect(patch).toEqual({})
    expect(exceptions).toMatchObject([{ kind: "transfer_reused" }])
  })
})

it("ignores simulated money of a live payment", () => {
  const fact = paidFact({ mode: "test" })
  expect(reportOf(payment({ mode: "live" }), fact)).toBeNull()
  expect(reportOf(payment(), { kind: "cancelled" })).toBeNull()
})

describe("live money for a payment in test mode", () => {
  it("opens an exception with its mode, about its deposit", () => {
    const fact = paidFact({ mode: "live" })
    const known = { deposit_id: "stdep_1" }
    expect(transition(payment(), fact, NOW, known)).toMatchObject({
      patch: {},
      exceptions: [
        {
          kind: "deposit_mismatch",
          reason: "mode",
          deposit_id: "stdep_1",
          details: { mode: "live" },
        },
      ],
    })
  })

  it("opens transfer_reused if its transfer has paid another payment", () => {
    const fact = paidFact({ mode: "live" })
    const known = { transfer_of: { payment_id: "stpay_2" } }
    expect(transition(payment(), fact, NOW, known)).toMatchObject({
      patch: {},
      exceptions: [{ kind: "transfer_reused" }],
    })
  })
})

it("opens an exception for each of two deposits of the same wrong amount", () => {
  const keys = ["stdep_1", "stdep_2", "stdep_2"].map((deposit_id) => {
    const fact = paidFact({ amount: "6.25" })
    return transition(payment(), fact, NOW, { deposit_id }).exceptions[0]?.key
  })
  expect(new Set(keys).size).toBe(2)
})

it("accepts the gateway's id in capitals", () => {
  const fact = paidFact({ gateway_id: "ORDER-1" })
  expect(transition(payment(), fact, NOW)).toMatchObject({
    patch: { status: "paid" },
    exceptions: [],
  })
})

it.each<Fact>([
  { kind: "opened", gateway_id: "try-1" },
  { kind: "failed", gateway_id: "try-1" },
])(
  "a hosted checkout may be paid under another id than the one that $kind",
  (fact) => {
    const hosted = payment({ rail: "hosted", chain: null, gateway_id: null })
    const { patch } = transition(hosted, fact, NOW)
    expect(patch.gateway_id).toBeUndefined()
    const paid = paidFact({ chain: undefined, gateway_id: "try-2" })
    expect(transition({ ...hosted, ...patch }, paid, NOW)).toMatchObject({
      patch: { status: "paid", gateway_id: "try-2" },
      exceptions: [],
    })
  }
)

it("stores once when a payment lost its session", () => {
  const fact: Fact = { kind: "superseded" }
  const { patch } = transition(payment(), fact, NOW)
  expect(patch).toEqual({ superseded_at: NOW })
  const later = new Date(NOW.getTime() + 1000)
  expect(transition(payment(patch), fact, later).patch).toEqual({})
})

it("keeps paid test money in test mode after a late response", () => {
  const paid = payment({ status: "paid", mode: "test" })
  const { patch } = transition(paid, startedFact({ mode: "live" }), NOW)
  expect(patch.mode).toBe("test")
})

it("adds only missing details from a second report", () => {
  const paid = payment({
    status: "paid",
    paid_at: NOW,
    reference: "REF-0",
    checkout_token: null,
    redirect_url: null,
  })
  const { patch, exceptions } = transition(paid, paidFact(), NOW)
  expect(patch).toEqual({
    net_amount: "12.40",
    tx_hash: "0xhash",
    prove_at: NOW,
  })
  expect(exceptions).toEqual([])
})

it("stores mode and address, but no links, from a response after the webhook", () => {
  const paid = payment({
    status: "paid",
    redirect_url: null,
    checkout_token: null,
  })
  const { patch } = transition(paid, startedFact({ app_url: "app://x" }), NOW)
  expect(patch).toEqual({ mode: "test", destination_address: null })
})

it("stores only the buyer's first return", () => {
  const first = transition(
    payment(),
    { kind: "returned", result: "success" },
    NOW
  )
  expect(first.patch).toEqual({ returned_at: NOW, returned_result: "success" })
  const again = payment({ ...first.patch })
  const later = new Date(NOW.getTime() + 1000)
  const second = transition(
    again,
    { kind: "returned", result: "cancel" },
    later
  )
  expect(second.patch).toEqual({})
})

const LATER = new Date(NOW.getTime() + 1000)

it("stores a successful return over an earlier cancelled one", () => {
  const left = transition(
    payment(),
    { kind: "returned", result: "cancel" },
    NOW
  )
  const back = { ...payment(), ...left.patch }
  const paid = transition(back, { kind: "returned", result: "success" }, LATER)
  expect(paid.patch).toEqual({
    returned_at: LATER,
    returned_result: "success",
  })
})

describe("another deposit of a paid payment", () => {
  const paid = (changes: Partial<ScheduledPayment> = {}) =>
    payment({
      status: "paid",
      tx_hash: "0xhash",
      deposit_id: "stdep_1",
      ...changes,
    })
  const again = paidFact({ tx_hash: "0xother" })
  const known = { deposit_id: "stdep_2", is_unused: true }
  const missing = { proof_status: "not_found" } as const

  it("opens an exception, and not for the same one", () => {
    const same = { deposit_id: "stdep_1" }
    expect(transition(paid(), paidFact(), NOW, same).exceptions).toEqual([])
    expect(transition(paid(), again, NOW, known)).toMatchObject({
      patch: {},
      exceptions: [{ kind: "paid_twice", deposit_id: "stdep_2" }],
    })
  })

  it("takes the place of one that the chain does not show", () => {
    const { patch, exceptions } = transition(paid(missing), again, NOW, known)
    expect(exceptions).toEqual([])
    expect(patch).toMatchObject({
      deposit_id: "stdep_2",
      tx_hash: "0xother",
      proof_status: null,
      prove_at: NOW,
    })
  })

  it("changes nothing where it was replaced itself", () => {
    const replaced = { deposit_id: null, is_replaced: true }
    expect(transition(paid(), again, NOW, replaced)).toEqual({
      patch: {},
      exceptions: [],
    })
  })

  it("does not take the place of one that is captured or sent back", () => {
    const used = { ...known, is_unused: false }
    expect(transition(paid(missing), again, NOW, used)).toMatchObject({
      patch: {},
      exceptions: [{ kind: "paid_twice" }],
    })
  })
})
