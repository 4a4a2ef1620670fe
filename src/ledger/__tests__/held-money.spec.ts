import {
  type Deposit,
  type Excess,
  type ExceptionDeposit,
  heldMoney,
  type HeldMoney,
  keptReturn,
  refundOfHeld,
  type KeptReturn,
} from "../index"
import { deposit, NOW, payment, uses } from "./samples"
import { situated } from "./step-in"

const excessOf = (known: ExceptionDeposit | null, excess: Excess | null) =>
  heldMoney(
    { kind: "amount_due_changed", reason: null, details: null },
    known,
    payment({ status: "paid" }),
    excess
  )

/** Medusa has captured all of the payment, or not. */
const CAPTURED = { amount: "10.00", is_captured: true }
const OPEN = { amount: "10.00", is_captured: false }

it.each<
  [
    Excess | null,
    Parameters<typeof uses>[0],
    Pick<HeldMoney, "amount" | "captured"> | null,
  ]
>([
  [CAPTURED, { capture: "12.50" }, { amount: "10.00", captured: true }],
  // No more than what this payment's capture has left.
  [
    CAPTURED,
    { capture: "4.00", kept: "8.50" },
    { amount: "4.00", captured: true },
  ],
  // From what is not captured yet first.
  [OPEN, { capture: "2.50" }, { amount: "10.00", captured: false }],
  [
    { ...OPEN, amount: "11.00" },
    { capture: "2.50" },
    { amount: "10.00", captured: false },
  ],
  [
    { ...OPEN, amount: "2.00" },
    { capture: "2.50", refund: "10.00" },
    { amount: "2.00", captured: true },
  ],
  [CAPTURED, { kept: "12.50" }, null],
  [null, { capture: "12.50" }, null],
])(
  "of the excess %j of an order, with the uses %j, %j is returned",
  (...row) => {
    const [excess, parts, expected] = row
    expect(
      excessOf({ deposit: deposit(), balance: uses(parts) }, excess)
    ).toEqual(
      expected && {
        ...expected,
        currency: "USDT",
        chain: "POLYGON",
        confirmed: true,
      }
    )
  }
)

it("nothing of the excess is returned while its deposit is unknown", () => {
  expect(excessOf(null, CAPTURED)).toBeNull()
})

const own = { status: "paid", mode: "live", deposit_id: "stdep_1" } as const

const DEPOSITS = {
  confirmed: {},
  seen: { confirmed_at: null, seen_at: NOW },
  found: { confirmed_at: null },
  "of another report": { id: "stdep_2" },
} as const satisfies Record<string, Partial<Deposit>>

/** Money that its order does not ask for any more, and that was kept for it. */
it.each<[keyof typeof DEPOSITS, string | null, KeptReturn]>([
  ["confirmed", "", "refund"],
  ["seen", "", "refund"],
  ["found", "", "ask"],
  // Its payment is unknown.
  ["confirmed", null, "refund"],
  ["found", null, "ask"],
  ["confirmed", "observe, contradicted", "ask"],
  ["of another report", "observe, contradicted", "refund"],
  // The chain is not read any more.
  ["confirmed", "contradicted", "refund"],
  ["confirmed", "require, found", "ask"],
  ["confirmed", "require, proven", "refund"],
  ["confirmed", "in test mode, store is live", "keep"],
  ["confirmed", "in test mode, store tests", "refund"],
])("kept money that is %s, of a payment in %j: %s", (...row) => {
  const [money, situations, expected] = row
  const of = situations === null ? null : situated(situations, own)
  const kept = of && { ...of.medusa, payment: of.payment }
  expect(keptReturn(deposit(DEPOSITS[money]), kept, NOW)).toBe(expected)
})

it.each([
  ["confirmed, all of it by default", true, undefined, { amount: "12.50" }],
  ["confirmed, a part", true, "5.00", { amount: "5.00" }],
  ["confirmed, more than is held", true, "12.51", { refused: "exceeds_held" }],
  ["confirmed, nothing", true, "0.00", { refused: "exceeds_held" }],
  ["not confirmed", false, undefined, { refused: "amount_required" }],
  ["not confirmed, as found", false, "12.50", { amount: "12.50" }],
])("a refund of money that is %s", (_, confirmed, requested, expected) => {
  expect(refundOfHeld({ amount: "12.50", confirmed }, requested)).toEqual(
    expected
  )
})
