import {
  medusaState,
  payment,
  NOW,
} from "../../../../../ledger/__tests__/samples"
import type { StreamedPayment } from "../../../repository/medusa/streamed-payments"
import { storePayment } from "../store-payment"

const PAGE = "https://gateway.example/checkout/token-1"

function live(
  changes: Partial<StreamedPayment["payment"]> = {},
  around: Partial<StreamedPayment["around"]> = {}
): StreamedPayment {
  return {
    payment: payment(changes),
    around: {
      siblings: [],
      order: null,
      medusa: medusaState(),
      exceptions: [],
      ...around,
    },
  }
}

it("a buyer sees the payment under the session that was asked for, and no id of the ledger", () => {
  expect(storePayment(live(), "payses_asked", NOW)).toEqual({
    session_id: "payses_asked",
    rail: "onchain",
    status: "pending",
    redirect_url: PAGE,
    expires_at: "2026-11-21T12:00:00.000Z",
    final: false,
  })
})

it("and whatever there is to know beside", () => {
  const order = { id: "order_1", canceled: true }
  const details = { amount: "9.00", currency: "USDT" }
  const shown = storePayment(
    live(
      { status: "cancelled", returned_result: "success" },
      {
        order,
        exceptions: [{ kind: "amount_mismatch", details }],
        siblings: [
          {
            ...payment({ id: "stpay_2", session_id: "payses_2" }),
            created_at: NOW,
            paid_told_at: null,
          },
        ],
      }
    ),
    "payses_1",
    NOW
  )
  expect(shown).toEqual({
    session_id: "payses_1",
    rail: "onchain",
    status: "cancelled",
    redirect_url: null,
    expires_at: "2026-11-21T12:00:00.000Z",
    order_id: "order_1",
    final: true,
    replaced_by: "payses_2",
    returned: "success",
    order_canceled: true,
    under_review: true,
  })
})
