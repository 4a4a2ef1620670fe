import { medusaState, payment, NOW } from "../../../../ledger/__tests__/samples"
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

it("shows the payment under the requested session, with the order number to quote", () => {
  expect(storePayment(found(), "payses_requested", NOW)).toEqual({
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
  })
})

it("shows the order, the replacement and the review", () => {
  const order = { id: "order_1", canceled: true }
  const details = { amount: "9.00", currency: "USDT" }
  const shown = storePayment(
    found(
      { status: "cancelled", returned_result: "success" },
      {
        order,
        exceptions: [
          {
            kind: "deposit_mismatch",
            reason: "amount",
            details,
            deposit_id: "stdep_1",
          },
        ],
        deposits: [
          {
            amount: "9.00",
            currency: "USDT",
            chain: "BSC",
            id: "stdep_1",
            kept_for: null,
            for_order: null,
          },
        ],
        siblings: [sibling()],
      }
    ),
    "payses_1",
    NOW
  )
  expect(shown).toEqual({
    session_id: "payses_1",
    reference: "stpay_1",
    rail: "onchain",
    status: "cancelled",
    amount: "12.50",
    currency: "USDT",
    chain: { code: "POLYGON", name: "Polygon" },
    redirect_url: null,
    expires_at: "2026-11-21T12:00:00.000Z",
    cart_id: "cart_1",
    order_id: "order_1",
    final: false,
    returned: "success",
    order_canceled: true,
    in_question: true,
    under_review: true,
    transfers: [
      {
        amount: "9.00",
        currency: "USDT",
        chain: { code: "BSC", name: "BNB Smart Chain" },
      },
    ],
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
  const paid = found(
    { status: "paid", order_id: "order_1", deposit_id: "stdep_1" },
    { order: { id: "order_1", canceled: false }, ...around }
  )
  expect(storePayment(paid, "payses_1", NOW).paid).toEqual(
    amount === null ? undefined : { amount, currency: "USDT" }
  )
})

it.each([
  [
    "links a live transfer to the explorer",
    "live",
    "https://polygonscan.com/tx/0xhash",
  ],
  ["does not link a test transfer", "test", null],
])("%s", (_, mode, url) => {
  const paid = found({ status: "paid", mode, tx_hash: "0xhash" })
  expect(storePayment(paid, "payses_1", NOW)).toMatchObject({
    transaction: { hash: "0xhash", url },
  })
})

it("shows no transfer of a payment that is not paid", () => {
  const shown = storePayment(found({ tx_hash: "0xhash" }), "payses_1", NOW)
  expect(shown).not.toHaveProperty("transaction")
})

it("shows the code of an unlisted chain, and no chain of the hosted rail", () => {
  const chainOf = (chain: string | null) =>
    storePayment(found({ chain }), "payses_1", NOW).chain
  expect(chainOf("TRON")).toEqual({ code: "TRON", name: "TRON" })
  expect(chainOf(null)).toBeNull()
})
