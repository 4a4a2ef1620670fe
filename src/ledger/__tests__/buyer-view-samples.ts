import {
  buyerView,
  type BuyerView,
  type ExceptionName,
  type Payment,
  type Sibling,
  type Surroundings,
} from "../index"
import { medusaState, NOW, payment, problemOf } from "./samples"
import { ago } from "./settlement-samples"
import { SITUATIONS } from "./situations"
import { situated } from "./step-in"

/** When the payment was started. */
const STARTED = ago(600_000)
/** Times before and after that. */
const BEFORE = ago(900_000)
const SINCE = ago(300_000)

/** A pending payment of the same collection, started since. */
export function sibling(changes: Partial<Sibling> = {}): Sibling {
  return {
    ...payment({ id: "stpay_2", session_id: "payses_2", created_at: SINCE }),
    paid_told_at: null,
    exceptions: [],
    refunds: [],
    deposits: [],
    ...changes,
  }
}

/** Money of the payment that is not what it asks for. */
export const WRONG = { amount: "11.25", currency: "USDT", chain: "BASE" }
export const DUE = {
  amount: "5.00",
  currency: "USDT",
  status: "due",
} as const
export const SENT = { ...DUE, status: "sent" } as const

type State = Partial<Surroundings> & { ledger?: Partial<Payment> }

const deposit = { ...WRONG, id: "stdep_2" }
const returned = (minutes: number): State => ({
  ledger: {
    rail: "hosted",
    returned_result: "success",
    returned_at: ago(minutes * 60_000),
  },
})
const paid = { status: "paid", paid_told_at: SINCE } as const

/** States that a buyer's view depends on, besides those of `situations.ts`. */
const OF_BUYERS: Record<string, State> = {
  "no cart": { ledger: { cart_id: null } },
  "has order_1": { ledger: { order_id: "order_1" } },
  "has order_2": { ledger: { order_id: "order_2" } },
  "left unpaid": {
    ledger: { returned_result: "cancel", returned_at: NOW },
  },
  "price kept": { ledger: { locked_until: ago(-1) } },
  "price expired": { ledger: { locked_until: ago(1) } },
  "returned now": returned(0),
  "returned 29 minutes ago": returned(29),
  "returned 30 minutes ago": returned(30),
  "returned a day ago": returned(1500),

  "wrong money": { deposits: [{ ...deposit, kept_for: null }] },
  "kept for its order": { deposits: [{ ...deposit, kept_for: "order" }] },
  "kept for another": { deposits: [{ ...deposit, kept_for: "other" }] },
  "refund due": { refunds: [DUE] },
  "refund sent": { refunds: [SENT] },

  "itself listed": { siblings: [sibling({ id: "stpay_1" })] },
  "other open": { siblings: [sibling()] },
  "newer open": {
    siblings: [
      sibling({ id: "stpay_3", session_id: "payses_3", created_at: NOW }),
    ],
  },
  "older open": { siblings: [sibling({ created_at: BEFORE })] },
  "other cancelled": { siblings: [sibling({ status: "cancelled" })] },
  "other returned": {
    siblings: [sibling({ returned_result: "success", returned_at: NOW })],
  },
  "other paid": { siblings: [sibling({ ...paid, order_id: "order_1" })] },
  "older paid since": {
    siblings: [sibling({ ...paid, order_id: "order_1", created_at: BEFORE })],
  },
  "other paid before": {
    siblings: [sibling({ ...paid, order_id: "order_1", paid_told_at: BEFORE })],
  },
  "other paid without an order": { siblings: [sibling(paid)] },
  "other paid before without an order": {
    siblings: [sibling({ ...paid, paid_told_at: BEFORE })],
  },
  "other paid without a cart": {
    siblings: [sibling({ ...paid, cart_id: null })],
  },
  "other seen again": {
    siblings: [
      sibling({
        status: "cancelled",
        ...exceptionNamed("unreported_transfer.again", "cancelled"),
      }),
    ],
  },
  "other sent back": { siblings: [sibling({ ...paid, refunds: [SENT] })] },
}

/** A word that is an exception's name: it is open, about money. */
function exceptionNamed(name: string, status: Payment["status"]): State {
  const problem = problemOf(name as ExceptionName)
  const exception = { ...problem, details: { status }, deposit_id: "stdep_1" }
  return { exceptions: [exception] }
}

/** Buyer's view of a pending payment order in a combination of situations. */
export function viewIn(situations: string): BuyerView {
  const words = situations ? situations.split(", ") : []
  const shared = words.filter((each) => each in SITUATIONS)
  const { payment, medusa } = situated(shared.join(", "), {
    created_at: STARTED,
  })
  const states = words.flatMap(
    (each) =>
      OF_BUYERS[each] ??
      (each in SITUATIONS ? [] : exceptionNamed(each, payment.status))
  )
  const all = <Key extends "siblings" | "exceptions" | "refunds" | "deposits">(
    key: Key
  ) =>
    states.flatMap((each): Surroundings[Key][number][] => [
      ...(each[key] ?? []),
    ])
  return view(Object.assign(payment, ...states.map(({ ledger }) => ledger)), {
    siblings: all("siblings"),
    exceptions: all("exceptions"),
    refunds: all("refunds"),
    deposits: all("deposits"),
    order: medusa.order,
    medusa,
  })
}

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
