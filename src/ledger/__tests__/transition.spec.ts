import {
  type ExceptionName,
  type Fact,
  type PaidFact,
  isHigher,
  type Known,
  nameOf,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type ReasonOf,
  type ScheduledPayment,
  reportOf,
  transition,
} from "../index"
import { NOW, paidFact, payment, startedFact } from "./samples"

const REPLACED = { deposit_id: null, is_replaced: true }
const LATER = new Date(NOW.getTime() + 1_000)

type Row = {
  fact: Fact
  to: Record<PaymentStatus, PaymentStatus>
  /** The exception that it opens for a pending payment. */
  opens?: ExceptionName
}

/** Resulting state for every fact in every state. */
const TABLE: Record<string, Row> = {
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
  unreadable: refused("webhook_problem.unreadable", {
    kind: "unreadable",
    problem: "no amount",
  }),
  unknown: refused("unknown_at_gateway", { kind: "unknown_at_gateway" }),
  less: mismatch("amount", { amount: "12.49" }),
  more: mismatch("amount", { amount: "125.00" }),
  "a hair more": mismatch("amount", { amount: "12.500000001" }),
  "another coin": mismatch("currency", { currency: "USDC" }),
  "another chain": mismatch("chain", { chain: "ETH" }),
  "no chain": mismatch("chain", { chain: undefined }),
  "another mode": mismatch("mode", { mode: "live" }),
  "paid under another id": mismatch("gateway_id", { gateway_id: "order-2" }),
  ...Object.fromEntries(
    (["cancelled", "failed", "opened"] as const).map((kind) => [
      `${kind} under another id`,
      refused("deposit_mismatch.gateway_id", { kind, gateway_id: "order-2" }),
    ])
  ),
}

/** A fact that changes no state, and opens an exception. */
function refused(opens: ExceptionName, fact: Fact): Row {
  return { fact, to: unchanged(), opens }
}

function mismatch(
  reason: ReasonOf<"deposit_mismatch">,
  changes: Partial<PaidFact>
): Row {
  return refused(`deposit_mismatch.${reason}`, paidFact(changes))
}

const CASES = Object.entries(TABLE).flatMap(([name, { fact, to }]) =>
  PAYMENT_STATUSES.map((from) => [name, from, to[from], fact] as const)
)

function atLeast(status: PaymentStatus): Record<PaymentStatus, PaymentStatus> {
  const entries = PAYMENT_STATUSES.map((from) => [
    from,
    isHigher(status, from) ? status : from,
  ])
  return Object.fromEntries(entries) as Record<PaymentStatus, PaymentStatus>
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

describe("a fact that does not match", () => {
  const refusedRows = Object.entries(TABLE).filter(([, { opens }]) => opens)

  it.each(refusedRows)("opens an exception: %s", (_, { fact, opens }) => {
    const before = payment()
    const known = { deposit_id: "stdep_1" }
    const { patch, exceptions } = transition(before, fact, NOW, known)
    expect(patch).toEqual({})
    expect(exceptions.map(nameOf)).toEqual([opens])
    expect(exceptions).toMatchObject([
      {
        deposit_id: fact.kind === "paid" ? "stdep_1" : null,
        key: expect.stringContaining(`${before.id}:${opens}:`),
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
})

const HOSTED = { rail: "hosted", chain: null } as const
const NO_LINKS = { checkout_token: null, redirect_url: null }
const PAID = { ...NO_LINKS, status: "paid", mode: "test" } as const
const SUCCESS: Fact = { kind: "returned", result: "success" }
const CANCEL: Fact = { kind: "returned", result: "cancel" }

it.each<[string, Partial<ScheduledPayment>, Fact, Partial<ScheduledPayment>]>([
  [
    "the gateway's details of the money, and the deposit that it is paid by",
    { gateway_id: null },
    paidFact(),
    {
      ...NO_LINKS,
      status: "paid",
      deposit_id: "stdep_1",
      mode: "test",
      gateway_id: "order-1",
      reference: "REF-1",
      net_amount: "12.40",
      tx_hash: "0xhash",
      paid_at: new Date("2026-11-20T11:59:00.000Z"),
      prove_at: NOW,
    },
  ],
  [
    "only missing details from a second report",
    {
      ...PAID,
      deposit_id: "stdep_1",
      paid_at: NOW,
      reference: "REF-0",
      tx_hash: "0xhash",
    },
    paidFact(),
    { net_amount: "12.40" },
  ],
  [
    "mode and address, but no links, from a response after the webhook",
    { ...PAID, mode: null },
    startedFact({ app_url: "app://x" }),
    { mode: "test", destination_address: null },
  ],
  [
    "no other mode from a response after the webhook",
    PAID,
    startedFact({ mode: "live" }),
    { mode: "test", destination_address: null },
  ],
  [
    "when its session was first lost",
    {},
    { kind: "superseded" },
    { superseded_at: NOW },
  ],
  [
    "nothing when that is repeated",
    { superseded_at: LATER },
    { kind: "superseded" },
    {},
  ],
  [
    "the buyer's first return",
    {},
    SUCCESS,
    { returned_at: NOW, returned_result: "success" },
  ],
  [
    "no cancelled return after it",
    { returned_at: LATER, returned_result: "success" },
    CANCEL,
    {},
  ],
  [
    "a successful return after a cancelled one",
    { returned_at: LATER, returned_result: "cancel" },
    SUCCESS,
    { returned_at: NOW, returned_result: "success" },
  ],
])("stores %s", (_, changes, fact, patch) => {
  const known = { deposit_id: "stdep_1" }
  expect(transition(payment(changes), fact, NOW, known)).toEqual({
    patch,
    exceptions: [],
  })
})

it.each<[string, Partial<ScheduledPayment>, Partial<PaidFact>]>([
  ["the same amount in another notation", {}, { amount: "12.5" }],
  ["the gateway's id in capitals", {}, { gateway_id: "ORDER-1" }],
  ["any chain of a hosted payment", HOSTED, { chain: undefined }],
])("accepts %s", (_, changes, report) => {
  expect(transition(payment(changes), paidFact(report), NOW)).toMatchObject({
    patch: { status: "paid" },
    exceptions: [],
  })
})

it.each([undefined, "yesterday", "2026-11-22T10:00:00+00000"])(
  "a payment whose time is %s counts as paid when it was reported",
  (paid_at) => {
    const { patch } = transition(payment(), paidFact({ paid_at }), NOW)
    expect(patch).toMatchObject({ status: "paid", paid_at: NOW })
  }
)

it.each<[string, Partial<ScheduledPayment>, string | null, Partial<PaidFact>]>([
  ["a pending payment", {}, "stpay_2", {}],
  ["a payment, the other one of which is not stored", {}, null, {}],
  ["a paid payment", { status: "paid", tx_hash: "0xown" }, "stpay_2", {}],
  ["a paid payment without a hash", { status: "paid" }, "stpay_2", {}],
  ["a payment of another mode", {}, "stpay_2", { mode: "live" }],
])(
  "a transfer that has paid another payment pays nothing of %s",
  (_, changes, payment_id, report) => {
    const known = { transfer_of: { payment_id } }
    const row = payment(changes)
    expect(transition(row, paidFact(report), NOW, known)).toEqual({
      patch: {},
      exceptions: [
        {
          kind: "transfer_reused",
          key: "stpay_1:transfer_reused:0xhash",
          deposit_id: null,
          details: expect.objectContaining({
            tx_hash: "0xhash",
            other_payment_id: payment_id,
          }),
        },
      ],
    })
  }
)

it("ignores simulated money of a live payment", () => {
  const fact = paidFact({ mode: "test" })
  expect(reportOf(payment({ mode: "live" }), fact)).toBeNull()
  expect(reportOf(payment(), { kind: "cancelled" })).toBeNull()
})

it("opens an exception with the mode of live money in test mode", () => {
  const fact = paidFact({ mode: "live" })
  const [exception] = transition(payment(), fact, NOW).exceptions
  expect(exception?.details).toMatchObject({ mode: "live" })
})

it("opens an exception for each of two deposits of the same wrong amount", () => {
  const keys = ["stdep_1", "stdep_2", "stdep_2"].map((deposit_id) => {
    const fact = paidFact({ amount: "6.25" })
    return transition(payment(), fact, NOW, { deposit_id }).exceptions[0]?.key
  })
  expect(new Set(keys).size).toBe(2)
})

it.each<Fact>([
  { kind: "opened", gateway_id: "try-1" },
  { kind: "failed", gateway_id: "try-1" },
])(
  "a hosted checkout may be paid under another id than the one that $kind",
  (fact) => {
    const hosted = payment({ ...HOSTED, gateway_id: null })
    const { patch } = transition(hosted, fact, NOW)
    expect(patch.gateway_id).toBeUndefined()
    const paid = paidFact({ chain: undefined, gateway_id: "try-2" })
    expect(transition({ ...hosted, ...patch }, paid, NOW)).toMatchObject({
      patch: { status: "paid", gateway_id: "try-2" },
      exceptions: [],
    })
  }
)

describe("another deposit of a paid payment", () => {
  const paid = (changes: Partial<ScheduledPayment> = {}) =>
    payment({
      status: "paid",
      tx_hash: "0xhash",
      deposit_id: "stdep_1",
      ...changes,
    })
  const again = paidFact({ tx_hash: "0xother" })
  const unused = { deposit_id: "stdep_2", is_unused: true }
  const used = { ...unused, is_unused: false }
  const missing = { proof_status: "not_found" } as const

  const twice = { kind: "paid_twice", deposit_id: "stdep_2" }
  it.each<[string, ReturnType<typeof paid>, Known, object[]]>([
    ["once it is known", paid(), unused, [twice]],
    ["not where it was replaced itself", paid(), REPLACED, []],
    // The money of the first one is captured or sent back.
    ["where neither is shown", paid(missing), used, [twice]],
  ])("opens an exception %s", (_, row, known, expected) => {
    const { patch, exceptions } = transition(row, again, NOW, known)
    expect(patch).toEqual({})
    expect(exceptions).toMatchObject(expected)
  })

  it("is not the same one, which opens nothing", () => {
    const same = { deposit_id: "stdep_1" }
    expect(transition(paid(), paidFact(), NOW, same).exceptions).toEqual([])
  })

  it("takes the place of one that the chain does not show, and has its own time", () => {
    const shown = paid({ ...missing, paid_at: new Date(0) })
    const { patch, exceptions } = transition(shown, again, NOW, unused)
    expect(exceptions).toEqual([])
    expect(patch).toMatchObject({
      deposit_id: "stdep_2",
      tx_hash: "0xother",
      paid_at: new Date(String(again.paid_at)),
      late_price: null,
      proof_status: null,
      prove_at: NOW,
    })
  })
})
