import type {
  BuyersDeposit,
  BuyerView,
  ExceptionName,
  Payment,
  Sibling,
  Surroundings,
} from ".."
import { medusaState, NOW, problemOf } from "./samples"
import { ago } from "./settlement-samples"
import { sibling, view } from "./buyer-view-samples"

/** Times before and after the start of the payment. */
const BEFORE = ago(900_000)
const SINCE = ago(300_000)

const DUE = {
  amount: "5.00",
  currency: "USDT",
  status: "due",
  is_doubted: false,
} as const
const SENT = { ...DUE, status: "sent" } as const

const NO = { in_question: false } as const
const PAID = { order_id: null, paid_told_at: SINCE } as const

describe("the payment that replaces another one", () => {
  const paid = sibling({ status: "paid", ...PAID, order_id: "order_1" })
  const unplaced = sibling({ status: "paid", ...PAID })
  it.each<[string, Partial<Payment>, Sibling[], string | null]>([
    ["paid since", {}, [paid], "payses_2"],
    [
      "paid since, though started before",
      {},
      [{ ...paid, created_at: BEFORE }],
      "payses_2",
    ],
    [
      "paid before: it was not enough",
      {},
      [{ ...paid, paid_told_at: BEFORE }],
      null,
    ],
    [
      "paid since, without a cart",
      {},
      [{ ...unplaced, cart_id: null }],
      "payses_2",
    ],
    ["paid, and without an order yet", {}, [unplaced], "payses_2"],
    [
      "paid before, and without an order",
      {},
      [{ ...unplaced, paid_told_at: BEFORE }],
      "payses_2",
    ],
    [
      "paid without an order, and sent back",
      {},
      [{ ...unplaced, refunds: [SENT] }],
      null,
    ],
    [
      "claimed as paid",
      {},
      [sibling({ returned_result: "success", returned_at: NOW })],
      "payses_2",
    ],
    [
      "none, since its own money is in question, too",
      { returned_result: "success", returned_at: NOW },
      [unplaced],
      null,
    ],
    ["open, while this one is, too", {}, [sibling()], null],
    [
      "open and newer, of one that failed",
      { status: "failed" },
      [sibling()],
      "payses_2",
    ],
    [
      "open and older",
      { status: "failed" },
      [sibling({ created_at: BEFORE })],
      null,
    ],
    [
      "ended, too",
      { status: "failed" },
      [sibling({ status: "cancelled" })],
      null,
    ],
    [
      "paid, before what is open",
      { status: "failed" },
      [
        sibling({ id: "stpay_3", session_id: "payses_3", created_at: NOW }),
        paid,
      ],
      "payses_2",
    ],
    [
      "the newest of what is open",
      { status: "cancelled" },
      [
        sibling(),
        sibling({ id: "stpay_3", session_id: "payses_3", created_at: NOW }),
      ],
      "payses_3",
    ],
    ["none, of one that is paid", { status: "paid" }, [paid], null],
    [
      "none, since it is the same payment",
      { status: "failed" },
      [sibling({ id: "stpay_1" })],
      null,
    ],
  ])("%s", (_, changes, siblings, expected) => {
    const shown = view(changes, { siblings })
    expect(shown.replaced_by).toBe(expected)
    if (expected) {
      expect(shown.payable).toBe(false)
    }
  })
})

describe("money is under review", () => {
  const money = { amount: "9.00", currency: "USDT", chain: "POLYGON" }
  it.each<
    [ExceptionName, Record<string, string | null>, Payment["status"], boolean]
  >([
    ["deposit_mismatch.amount", money, "pending", true],
    ["deposit_mismatch.currency", money, "cancelled", true],
    ["deposit_mismatch.chain", money, "abandoned", true],
    ["paid_twice", money, "paid", true],
    ["deposit_mismatch.gateway_id", money, "pending", true],
    [
      "deposit_mismatch.gateway_id",
      { gateway_id: "order-2", expected: "order-1" },
      "pending",
      false,
    ],
    ["webhook_problem.unreadable", {}, "pending", true],
    ["webhook_problem.unreadable", {}, "paid", false],
    ["cart_changed.gone", { status: "paid" }, "paid", true],
    ["already_covered", { status: "paid" }, "paid", true],
    ["not_settled", { status: "paid" }, "paid", true],
    ["not_settled", { status: "cancelled" }, "cancelled", false],
    ["not_settled", { status: "cancelled" }, "paid", false],
    ["unknown_at_gateway", { gateway_id: null }, "pending", false],
    ["never_answered", {}, "pending", false],
    ["refund_due", {}, "paid", false],
    ["unreported_transfer.short", money, "pending", true],
    ["unreported_transfer.network", money, "pending", true],
    ["unreported_transfer.exact", money, "pending", false],
    ["unproven.contradicted", { status: "paid" }, "paid", false],
  ])("%s %j of one that is %s: %s", (name, details, status, expected) => {
    const deposit_id = details === money ? "stdep_1" : null
    const shown = view(
      { status },
      { exceptions: [{ ...problemOf(name), details, deposit_id }] }
    )
    expect(shown.under_review).toBe(expected)
    const isQuestioned = expected || name === "unreported_transfer.exact"
    expect(shown.payable).toBe(status === "pending" && !isQuestioned)
  })

  it.each<[Payment["status"], boolean]>([
    ["pending", true],
    ["abandoned", true],
    ["paid", false],
    ["cancelled", false],
  ])(
    "a transfer that the network shows, of one that is %s: %s",
    (status, expected) => {
      const exceptions = [
        {
          kind: "unreported_transfer",
          reason: "exact",
          details: money,
          deposit_id: "stdep_1",
        },
      ]
      expect(view({ status }, { exceptions }).transfer_seen).toBe(expected)
      expect(view({ status }).transfer_seen).toBe(false)
    }
  )

  it.each<[string, ExceptionName[], Payment["status"], boolean]>([
    [
      "that only the network shows",
      ["unreported_transfer.short"],
      "pending",
      true,
    ],
    ["that the gateway reports", ["deposit_mismatch.amount"], "pending", false],
    [
      "of both",
      ["unreported_transfer.short", "deposit_mismatch.amount"],
      "pending",
      false,
    ],
    ["after the payment's own", ["unreported_transfer.late"], "paid", false],
    ["after its end", ["unreported_transfer.late"], "cancelled", true],
  ])("wrong money %s is named as such", (_, names, status, expected) => {
    const exceptions = names.map((name) => ({
      ...problemOf(name),
      details: money,
      deposit_id: "stdep_1",
    }))
    expect(view({ status }, { exceptions })).toMatchObject({
      under_review: true,
      transfer_seen: expected,
    })
  })

  it.each<
    [string, ("due" | "sent")[], Partial<Payment>, BuyerView["sent_back"]]
  >([
    ["due", ["due"], { status: "pending" }, "due"],
    ["sent", ["sent"], { status: "pending" }, "sent"],
    ["sent in part", ["sent", "due"], { status: "cancelled" }, "due"],
    ["due without an order", ["due"], { status: "paid" }, "due"],
    ["sent without an order", ["sent"], { status: "paid" }, "sent"],
    ["of an order", ["due"], { status: "paid", order_id: "order_1" }, null],
    ["of a collection", ["due"], { status: "paid", cart_id: null }, null],
  ])(
    "money on its way back is %s, and the buyer is not asked to pay again",
    (_, statuses, payment, expected) => {
      const refunds = statuses.map((each) => ({ ...DUE, status: each }))
      expect(view(payment, { refunds })).toMatchObject({
        sent_back: expected,
        payable: false,
      })
    }
  )

  it("a cancelled payment is followed until its late money is resolved", () => {
    const late = {
      ...problemOf("unreported_transfer.late"),
      details: money,
      deposit_id: "stdep_1",
    }
    const status = "cancelled"
    expect(view({ status }, { exceptions: [late] }).final).toBe(false)
    expect(view({ status }, { refunds: [DUE] }).final).toBe(false)
    expect(view({ status }, { refunds: [SENT] }).final).toBe(true)
  })

  it.each([
    ["exact", false],
    ["changed", true],
    ["again", true],
  ])("a transfer that is %s is under review: %s", (reason, under_review) => {
    const exception = {
      ...problemOf("unreported_transfer.exact"),
      reason,
      details: money,
      deposit_id: "stdep_1",
    }
    expect(view({}, { exceptions: [exception] })).toMatchObject({
      transfer_seen: true,
      payable: false,
      under_review,
    })
  })

  it("a refund that its chain does not show is still on its way", () => {
    const refunds = [{ ...SENT, is_doubted: true }]
    expect(view({ status: "paid" }, { refunds })).toMatchObject({
      sent_back: "due",
      refunds: [{ status: "due" }],
      final: false,
    })
  })

  it("nothing more follows once the money of a cancelled or missing order was sent", () => {
    const refunds = [SENT]
    const order = { id: "order_1", canceled: true }
    expect(view({ status: "paid" }, { refunds, order }).sent_back).toBe("sent")
    expect(view({ status: "paid" }, { refunds }).final).toBe(true)
    expect(view({ status: "paid" }, { refunds: [DUE] }).final).toBe(false)
  })
})

describe("money in question", () => {
  const OPEN = { id: "order_1", canceled: false }
  const CANCELED = { id: "order_1", canceled: true }
  const WRONG = { amount: "11.25", currency: "USDT", chain: "BASE" }
  const deposit = (
    kept_for: BuyersDeposit["kept_for"] = null
  ): BuyersDeposit => ({ ...WRONG, id: "stdep_2", kept_for })
  const problem = (
    name: ExceptionName,
    status: Payment["status"] = "pending"
  ): Surroundings["exceptions"] => [
    { ...problemOf(name), details: { status }, deposit_id: "stdep_1" },
  ]
  const returned = (minutes: number): Partial<Payment> => ({
    rail: "hosted",
    returned_result: "success",
    returned_at: new Date(NOW.getTime() - minutes * 60_000),
  })
  const ordered = { status: "paid", order_id: "order_1" } as const

  it.each<
    [string, Partial<Payment>, Partial<Surroundings>, Partial<BuyerView>]
  >([
    ["while nothing is known", {}, {}, NO],
    [
      "after a return without paying",
      { returned_result: "cancel", returned_at: NOW },
      {},
      NO,
    ],
    ["after a return from paying", returned(29), {}, { overdue: false }],
    ["half an hour later", returned(30), {}, { overdue: true }],
    [
      "of a cart that changed after it",
      returned(1),
      { medusa: medusaState({ session: null }), siblings: [sibling()] },
      { replaced_by: null },
    ],
    [
      "of a cart that changed before it",
      { ...returned(1), status: "abandoned" },
      { medusa: medusaState({ session: null }), siblings: [sibling()] },
      { replaced_by: null, overdue: false },
    ],
    [
      "without any report before it expired",
      { ...returned(1500), status: "abandoned", expires_at: BEFORE },
      { exceptions: problem("never_answered") },
      { overdue: true },
    ],
    [
      "after the merchant has found none of it",
      { ...returned(1500), status: "abandoned", expires_at: BEFORE },
      {},
      NO,
    ],
    [
      "after a return, and a failure",
      { ...returned(1), status: "failed" },
      {},
      NO,
    ],
    [
      "that the network shows",
      {},
      { exceptions: problem("unreported_transfer.exact") },
      { transfer_seen: true },
    ],
    [
      "of a wrong amount",
      {},
      {
        exceptions: problem("unreported_transfer.short"),
        deposits: [deposit()],
      },
      { under_review: true, transfers: [WRONG] },
    ],
    ["kept", {}, { deposits: [deposit("other")] }, { kept: true }],
    [
      "kept for a manual order",
      { order_id: "order_2" },
      { deposits: [deposit("order")] },
      { ...NO, served: true },
    ],
    [
      "kept for its own order, which may ask for a rest",
      {
        status: "cancelled",
        order_id: "order_1",
        checkout_flow: "order_first",
      },
      { order: OPEN, deposits: [deposit("order")] },
      { ...NO, served: true, kept: false, final: true, transfers: [WRONG] },
    ],
    [
      "kept, and a part of it due back",
      {},
      { deposits: [deposit("other")], refunds: [DUE] },
      { kept: true, sent_back: null, refunds: [DUE] },
    ],
    [
      "due back, so that another payment may be started",
      { status: "cancelled" },
      { deposits: [deposit()], refunds: [DUE] },
      { ...NO, sent_back: "due", transfers: [WRONG] },
    ],
    [
      "paid late and due back, so that another payment may be started",
      { status: "paid" },
      { deposits: [deposit()], refunds: [DUE] },
      { ...NO, sent_back: "due", transfers: [WRONG] },
    ],
    [
      "sent back, while the merchant's order for the cart stands",
      { status: "cancelled" },
      {
        deposits: [deposit()],
        refunds: [SENT],
        exceptions: problem("order_without_money"),
      },
      { sent_back: "sent", transfers: [WRONG] },
    ],
    [
      "sent back",
      {},
      { deposits: [deposit()], refunds: [SENT] },
      {
        ...NO,
        sent_back: "sent",
        transfers: [WRONG],
      },
    ],
    ["paid without an order yet", { status: "paid" }, {}, {}],
    [
      "paid, and the order can't be placed",
      { status: "paid" },
      { exceptions: problem("order_missing", "paid") },
      { under_review: true, already_paid: false },
    ],
    [
      "paid after the shop had created an order that waits for it",
      { status: "paid" },
      { exceptions: problem("cart_changed.drafted", "paid") },
      { under_review: true, already_paid: false },
    ],
    [
      "paid after another payment",
      { status: "paid" },
      {
        exceptions: problem("already_covered", "paid"),
        siblings: [sibling({ status: "paid", ...PAID, order_id: "order_1" })],
      },
      { already_paid: true },
    ],
    [
      "paid after another payment of an order that exists before its money",
      { status: "paid", checkout_flow: "order_first" },
      { order: OPEN, exceptions: problem("already_covered", "paid") },
      { already_paid: true, order_id: null, final: false },
    ],
    [
      "due back after another payment of a payment link",
      { status: "paid", cart_id: null },
      { order: OPEN, refunds: [DUE] },
      { ...NO, sent_back: "due", order_id: null },
    ],
    ["paid, with its order", ordered, { order: OPEN }, NO],
    [
      "paid twice, with its order, and once sent back",
      ordered,
      { order: OPEN, deposits: [deposit(), deposit()], refunds: [SENT] },
      {
        ...NO,
        sent_back: null,
        transfers: [WRONG, WRONG],
        refunds: [SENT],
      },
    ],
    [
      "paid for an order that the merchant created",
      { ...ordered, order_id: "order_2" },
      { order: null, deposits: [deposit("order")] },
      { ...NO, served: true, kept: false, transfers: [WRONG] },
    ],
    [
      "paid once more for its order",
      ordered,
      {
        order: OPEN,
        exceptions: problem("paid_twice"),
        deposits: [deposit(), deposit()],
      },
      { under_review: true, already_paid: true, transfers: [WRONG, WRONG] },
    ],
    [
      "sent twice, one of which waits for an order",
      { status: "paid" },
      {
        exceptions: [
          ...problem("unreported_transfer.again"),
          ...problem("cart_changed.drafted", "paid"),
        ],
        deposits: [deposit(), deposit()],
      },
      { under_review: true, already_paid: false, transfers: [WRONG, WRONG] },
    ],
    [
      "seen once more for its order",
      ordered,
      {
        order: OPEN,
        exceptions: problem("unreported_transfer.again"),
        deposits: [deposit(), deposit()],
      },
      { under_review: true, already_paid: true, transfers: [WRONG, WRONG] },
    ],
    [
      "paid, with its order, and sent once more for a payment that it replaced",
      ordered,
      {
        order: OPEN,
        siblings: [
          sibling({
            status: "cancelled",
            exceptions: problem("unreported_transfer.again"),
          }),
        ],
      },
      { under_review: true, order_id: "order_1", final: true },
    ],
    [
      "paid, and sent once more before its order is placed",
      { status: "paid" },
      {
        siblings: [
          sibling({ exceptions: problem("unreported_transfer.short") }),
        ],
      },
      { under_review: false, final: false },
    ],
    [
      "of an order that stands on money that was sent back",
      ordered,
      { order: OPEN, exceptions: problem("order_without_money", "paid") },
      NO,
    ],
    ["of a cancelled order", ordered, { order: CANCELED }, {}],
    [
      "of a cancelled order, due back",
      ordered,
      { order: CANCELED, refunds: [DUE] },
      { ...NO, sent_back: "due" },
    ],
    [
      "of a cancelled order, sent back",
      ordered,
      { order: CANCELED, refunds: [SENT] },
      { ...NO, sent_back: "sent" },
    ],
  ])(
    "%s: the buyer is not asked to pay while it is",
    (_, changes, around, expected) => {
      const shown = view(changes, around)
      expect(shown).toMatchObject({ in_question: true, ...expected })
      expect(shown.in_question && shown.payable).toBe(false)
    }
  )
})
