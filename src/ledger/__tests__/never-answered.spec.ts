import { neverAnswered, type Payment } from "../index"
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
  ["nothing was ever heard of it", {}],
  ["only its creation was heard of", { gateway_id: "transaction-1" }],
  ["its creation was not answered either", { status: "creating" }],
  ["it was given up", { status: "abandoned" }],
])(
  "a person is asked about money that may have come unseen: %s",
  (_, changes) => {
    const unanswered = payment({ ...UNANSWERED, ...changes })
    expect(neverAnswered(unanswered, NOW)).toEqual({
      kind: "never_answered",
      key: "stpay_1:never_answered",
      message: expect.stringMatching(/stpay_1 of 12\.50 USDT.*portal/),
      details: { cart_id: "cart_1", order_id: null, customer_id: "cus_1" },
    })
  }
)

it.each<[string, Partial<Payment>]>([
  ["its time is not up", { expires_at: new Date(NOW.getTime() + 1) }],
  ["its buyer gave up", { returned_result: "cancel" }],
  ["its buyer never came back", { returned_at: null, returned_result: null }],
  ["it can be asked about", { rail: "onchain" }],
  ["it is paid", { status: "paid" }],
  ["it failed", { status: "failed" }],
  ["it is cancelled", { status: "cancelled" }],
])("nobody is asked without need: %s", (_, changes) => {
  expect(neverAnswered(payment({ ...UNANSWERED, ...changes }), NOW)).toBeNull()
})
