import {
  buyerView,
  type BuyerView,
  type Payment,
  type Sibling,
  type Surroundings,
} from "../index"
import { medusaState, NOW, payment } from "./samples"
import { ago } from "./settlement-samples"

/** When the payment was started. */
const STARTED = ago(600_000)

/** Buyer's view of a pending payment order with these changes. */
export function view(
  changes: Partial<Payment>,
  around: Partial<Surroundings> = {}
): BuyerView {
  return buyerView(
    payment({ created_at: STARTED, ...changes }),
    {
      siblings: [],
      order: null,
      medusa: medusaState(),
      exceptions: [],
      refunds: [],
      deposits: [],
      ...around,
    },
    NOW
  )
}

/** A pending payment of the same collection, started since. */
export function sibling(changes: Partial<Sibling> = {}): Sibling {
  return {
    ...payment({
      id: "stpay_2",
      session_id: "payses_2",
      created_at: ago(300_000),
    }),
    paid_told_at: null,
    exceptions: [],
    refunds: [],
    deposits: [],
    ...changes,
  }
}
