import {
  buyerView,
  type BuyerView,
  type Payment,
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
