import {
  isNeverAnswered,
  NEVER_ANSWERED_A_DAY,
  neverAnswered,
  neverAnsweredGroup,
  type Payment,
  triageNeverAnswered,
} from "../index"
import { NOW, payment } from "./samples"

const UNANSWERED: Partial<Payment> = {
  rail: "hosted",
  status: "pending",
  chain: null,
  gateway_id: null,
  returned_at: NOW,
  returned_result: "success",
  expires_at: NOW,
}

it.each<[string, Partial<Payment>]>([
  ["no webhook has arrived", {}],
  [
    "only the webhook of its creation has arrived",
    { gateway_id: "transaction-1" },
  ],
  ["its creation got no response either", { status: "creating" }],
  ["it was abandoned", { status: "abandoned" }],
])(
  "an exception reports money that may have arrived unreported: %s",
  (_, changes) => {
    const unanswered = payment({ ...UNANSWERED, ...changes })
    expect(isNeverAnswered(unanswered, NOW)).toBe(true)
    expect(neverAnswered(unanswered)).toEqual({
      kind: "never_answered",
      reason: "payment",
      key: "stpay_1:never_answered",
      message: expect.stringMatching(/stpay_1 of 12\.50 USDT.*portal/),
      details: { cart_id: "cart_1", order_id: null, customer_id: "cus_1" },
    })
  }
)

it.each<[string, Partial<Payment>]>([
  ["it has not expired", { expires_at: new Date(NOW.getTime() + 1) }],
  ["its buyer cancelled", { returned_result: "cancel" }],
  ["its buyer never returned", { returned_at: null, returned_result: null }],
  ["it is readable at the gateway", { rail: "onchain" }],
  ["it is paid", { status: "paid" }],
  ["it failed", { status: "failed" }],
  ["it is cancelled", { status: "cancelled" }],
])("opens no exception if it is not needed: %s", (_, changes) => {
  expect(isNeverAnswered(payment({ ...UNANSWERED, ...changes }), NOW)).toBe(
    false
  )
})

describe("the merchant's list", () => {
  const unanswered = (reported: boolean, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      reported,
      payment: payment({ ...UNANSWERED, id: `stpay_${reported}_${index}` }),
    }))
  const triage = (
    reported: number,
    unreported: number,
    known = { opened: 0, has_group: false }
  ) => {
    const found = [
      ...unanswered(false, unreported),
      ...unanswered(true, reported),
    ]
    const { alone, grouped } = triageNeverAnswered(found, known, NOW)
    return { alone: alone.length, grouped: grouped.length }
  }

  it.each([
    ["opens no exception for a return alone", [0, 1], [0, 0]],
    ["opens no exception for a few returns", [0, 4], [0, 0]],
    ["groups many returns in one exception", [0, 5], [0, 5]],
    ["opens an exception for a return with a report", [1, 0], [1, 0]],
    ["opens one for each report, and none for a few returns", [5, 4], [5, 0]],
    ["groups what exceeds a day's limit, with the returns", [7, 2], [5, 4]],
  ] as const)("%s", (_, [reported, unreported], [alone, grouped]) => {
    expect(triage(reported, unreported)).toEqual({ alone, grouped })
  })

  it("counts the day's exceptions, and fills an open group", () => {
    const opened = NEVER_ANSWERED_A_DAY - 1
    expect(triage(3, 0, { opened, has_group: false })).toEqual({
      alone: 1,
      grouped: 2,
    })
    expect(triage(1, 1, { opened: 99, has_group: true })).toEqual({
      alone: 0,
      grouped: 2,
    })
    expect(triage(0, 1, { opened: 0, has_group: true })).toEqual({
      alone: 0,
      grouped: 1,
    })
  })

  it("leaves out a payment that is paid", () => {
    const paid = payment({ ...UNANSWERED, status: "paid" })
    const found = [{ reported: true, payment: paid }]
    const known = { opened: 0, has_group: true }
    expect(triageNeverAnswered(found, known, NOW)).toEqual({
      alone: [],
      grouped: [],
    })
  })

  it("names the number of payments in a group", () => {
    expect(neverAnsweredGroup(payment(), 7)).toEqual({
      kind: "never_answered",
      reason: "group",
      key: "stpay_1:never_answered.group",
      message: expect.stringMatching(/of 7 hosted payments.*portal/),
      details: { count: "7" },
    })
  })
})
