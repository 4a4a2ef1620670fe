import {
  medusaState,
  NOW,
  payment,
  problemOf,
} from "../../../../ledger/__tests__/samples"
import { captured } from "../../../../ledger/__tests__/settlement-samples"
import { sibling } from "../../../../ledger/__tests__/buyer-view-samples"
import type { ShownPayment } from "../../repository/medusa/shown-payments"
import { storePayment } from "../store-payment"

const PAGE = "https://gateway.example/checkout/token-1"

function found(
  changes: Partial<ShownPayment["payment"]> = {},
  around: Partial<ShownPayment["around"]> = {}
): ShownPayment {
  return {
    payment: { ...payment(), sold_out: false, ...changes },
    around: {
      siblings: [],
      order: null,
      medusa: medusaState(),
      exceptions: [],
      refunds: [],
      deposits: [],
      ...around,
    },
  }
}

const PENDING = {
  session_id: "payses_requested",
  reference: "stpay_1",
  rail: "onchain",
  status: "pending",
  amount: "12.50",
  currency: "USDT",
  chain: { code: "POLYGON", name: "Polygon" },
  redirect_url: PAGE,
  expires_at: "2026-11-21T12:00:00.000Z",
  final: false,
}

const shown = (...args: Parameters<typeof found>) =>
  storePayment(found(...args), "payses_requested", NOW)

it("shows the payment under the requested session, with the order number to quote", () => {
  expect(shown()).toEqual(PENDING)
})

it("shows the order, the replacement and the review", () => {
  const coins = { amount: "9.00", currency: "USDT" }
  const exception = {
    ...problemOf("deposit_mismatch.amount"),
    details: coins,
    deposit_id: "stdep_1",
  }
  const deposit = { ...coins, chain: "BSC", id: "stdep_1" }
  expect(
    shown(
      { status: "cancelled", returned_result: "success" },
      {
        order: { id: "order_1", canceled: true },
        exceptions: [exception],
        deposits: [{ ...deposit, kept_for: null, for_order: null }],
        siblings: [sibling()],
      }
    )
  ).toEqual({
    ...PENDING,
    status: "cancelled",
    redirect_url: null,
    cart_id: "cart_1",
    order_id: "order_1",
    returned: "success",
    order_canceled: true,
    in_question: true,
    under_review: true,
    transfers: [{ ...coins, chain: { code: "BSC", name: "BNB Smart Chain" } }],
  })
})

/** A deposit, with the part of it that the order has. */
const coins = (amount: string, for_order: string | null, id = "stdep_1") => ({
  ...{ id, amount, for_order, kept_for: null },
  currency: "USDT",
  chain: "BSC",
})
const OWN = { medusa: medusaState({ payment: captured }) }

it.each<[string, string | null, Partial<ShownPayment["around"]>]>([
  [
    "what was captured or kept for it",
    "7.50",
    { deposits: [coins("15", "7.5")] },
  ],
  [
    "what the merchant may capture, and no other transfer",
    "12.50",
    { ...OWN, deposits: [coins("15", null), coins("9", null, "stdep_2")] },
  ],
  [
    "nothing before it is authorized",
    null,
    { deposits: [coins("12.50", null)] },
  ],
  [
    "nothing of what goes back",
    null,
    { ...OWN, deposits: [coins("12.50", "0")] },
  ],
])("the money that pays for the order is %s: %s", (_, amount, around) => {
  const { paid } = shown(
    { status: "paid", order_id: "order_1", deposit_id: "stdep_1" },
    { order: { id: "order_1", canceled: false }, ...around }
  )
  expect(paid).toEqual(amount ? { amount, currency: "USDT" } : undefined)
})

it.each([
  [
    "links a live transfer to the explorer",
    "live",
    "https://polygonscan.com/tx/0xhash",
  ],
  ["does not link a test transfer", "test", null],
])("%s", (_, mode, url) => {
  expect(shown({ status: "paid", mode, tx_hash: "0xhash" })).toMatchObject({
    transaction: { hash: "0xhash", url },
  })
})

it("shows no transfer of a payment that is not paid", () => {
  expect(shown({ tx_hash: "0xhash" })).not.toHaveProperty("transaction")
})

it("shows the code of an unlisted chain, and no chain of the hosted rail", () => {
  expect(shown({ chain: "TRON" }).chain).toEqual({ code: "TRON", name: "TRON" })
  expect(shown({ chain: null }).chain).toBeNull()
})
