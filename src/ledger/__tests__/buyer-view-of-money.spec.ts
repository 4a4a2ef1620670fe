import type { ExceptionKind, Payment, Sibling } from ".."
import { NOW, payment } from "./samples"
import { ago } from "./settlement-samples"
import { view } from "./buyer-view-samples"

/** Times before and after the start of the payment. */
const BEFORE = ago(900_000)
const SINCE = ago(300_000)

const PAID = { order_id: null, paid_told_at: SINCE } as const

function sibling(changes: Partial<Sibling> = {}): Sibling {
  const { status, order_id, cart_amount, cart_currency } = payment()
  return {
    id: "stpay_2",
    session_id: "payses_2",
    status,
    order_id,
    cart_amount,
    cart_currency,
    created_at: SINCE,
    paid_told_at: null,
    ...changes,
  }
}

describe("the payment that replaces another one", () => {
  const paid = sibling({ status: "paid", ...PAID })
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
      "of another amount, without an order",
      {},
      [{ ...paid, cart_amount: "22.50" }],
      null,
    ],
    [
      "of another currency, without an order",
      {},
      [{ ...paid, cart_currency: "eur" }],
      null,
    ],
    [
      "of another amount, with an order",
      {},
      [{ ...paid, cart_amount: "22.50", order_id: "order_1" }],
      "payses_2",
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
    [ExceptionKind, Record<string, string | null>, Payment["status"], boolean]
  >([
    ["amount_mismatch", money, "pending", true],
    ["currency_mismatch", money, "cancelled", true],
    ["chain_mismatch", money, "abandoned", true],
    ["paid_twice", money, "paid", true],
    ["gateway_id_mismatch", money, "pending", true],
    [
      "gateway_id_mismatch",
      { gateway_id: "order-2", expected: "order-1" },
      "pending",
      false,
    ],
    ["unreadable_event", {}, "pending", true],
    ["unreadable_event", {}, "paid", false],
    ["session_gone", { status: "paid" }, "paid", true],
    ["already_covered", { status: "paid" }, "paid", true],
    ["not_settled", { status: "paid" }, "paid", true],
    ["not_settled", { status: "cancelled" }, "cancelled", false],
    ["not_settled", { status: "cancelled" }, "paid", false],
    ["unknown_at_gateway", { gateway_id: null }, "pending", false],
    ["never_answered", {}, "pending", false],
    ["refund_due", {}, "paid", false],
    ["transfer_short", money, "pending", true],
    ["transfer_wrong_network", money, "pending", true],
    ["transfer_unconfirmed", money, "pending", false],
    ["chain_disagrees", { status: "paid" }, "paid", false],
  ])("%s %j of one that is %s: %s", (kind, details, status, expected) => {
    const deposit_id = details === money ? "stdep_1" : null
    const shown = view(
      { status },
      { exceptions: [{ kind, details, deposit_id }] }
    )
    expect(shown.under_review).toBe(expected)
    const isQuestioned = expected || kind === "transfer_unconfirmed"
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
          kind: "transfer_unconfirmed",
          details: money,
          deposit_id: "stdep_1",
        },
      ]
      expect(view({ status }, { exceptions }).transfer_seen).toBe(expected)
      expect(view({ status }).transfer_seen).toBe(false)
    }
  )

  it.each<[string, string[], Payment["status"], boolean]>([
    ["that only the network shows", ["transfer_short"], "pending", true],
    ["that the gateway reports", ["amount_mismatch"], "pending", false],
    ["of both", ["transfer_short", "amount_mismatch"], "pending", false],
    ["after the payment's own", ["transfer_after_end"], "paid", false],
    ["after its end", ["transfer_after_end"], "cancelled", true],
  ])("wrong money %s is named as such", (_, kinds, status, expected) => {
    const exceptions = kinds.map((kind) => ({
      kind,
      details: money,
      deposit_id: "stdep_1",
    }))
    expect(view({ status }, { exceptions })).toMatchObject({
      under_review: true,
      transfer_seen: expected,
    })
  })

  it.each<[string, ("due" | "sent")[], Payment["status"], string | null]>([
    ["due", ["due"], "pending", "due"],
    ["sent", ["sent"], "pending", "sent"],
    ["sent in part", ["sent", "due"], "cancelled", "due"],
    ["of a paid one", ["due"], "paid", null],
  ])(
    "money on its way back is %s, and the buyer is not asked to pay again",
    (_, statuses, status, expected) => {
      const refunds = statuses.map((each) => ({ status: each }))
      expect(view({ status }, { refunds })).toMatchObject({
        sent_back: expected,
        payable: false,
      })
    }
  )
})
