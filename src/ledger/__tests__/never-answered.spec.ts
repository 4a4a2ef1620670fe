import { neverAnswered, type Payment } from "../index"
import { NOW, payment } from "./samples"

const UNANSWERED: Partial<Payment> = {
  rail: "hosted",
  status: "abandoned",
  chain: null,
  gateway_id: null,
  returned_at: NOW,
  returned_result: "success",
  expires_at: NOW,
}

it("an exception reports money that may have arrived unreported", () => {
  expect(neverAnswered(payment(UNANSWERED))).toEqual({
    kind: "never_answered",
    key: "stpay_1:never_answered",
    details: {
      order_no: "stpay_1",
      cart_id: "cart_1",
      order_id: null,
      customer_id: "cus_1",
    },
  })
})
