import {
  type Excess,
  type ExceptionDeposit,
  heldMoney,
  type HeldMoney,
} from "../index"
import { deposit, payment, uses } from "./samples"

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
