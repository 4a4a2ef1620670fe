import {
  EXCEPTION_KINDS,
  heldMoney,
  isAboutOtherMoney,
  refundOfHeld,
} from "../index"
import { payment } from "./samples"

const OTHER = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
] as const

const REPORTED = { amount: "3.00", currency: "USDC", chain: "BASE" }

describe("what a merchant holds because of an exception", () => {
  it.each(OTHER)(
    "%s: what it reports, whatever became of its payment",
    (kind) => {
      const exception = { kind, details: { ...REPORTED, tx_hash: "0x1" } }
      expect(isAboutOtherMoney(exception)).toBe(true)
      for (const status of ["pending", "paid"] as const) {
        expect(heldMoney(exception, payment({ status }), ["12.50"])).toEqual(
          REPORTED
        )
      }
    }
  )

  it.each(EXCEPTION_KINDS.filter((kind) => !OTHER.some((k) => k === kind)))(
    "%s: what is left of its payment, and nothing of one that was not paid",
    (kind) => {
      const exception = { kind, details: REPORTED }
      const own = { amount: "12.50", currency: "USDT", chain: "POLYGON" }
      const paid = payment({ status: "paid" })
      expect(heldMoney(exception, paid, [])).toEqual(own)
      expect(heldMoney(exception, paid, ["5.00", "7.49"])).toEqual({
        ...own,
        amount: "0.01",
      })
      expect(heldMoney(exception, paid, ["5.00", "7.50"])).toBeNull()
      expect(heldMoney(exception, payment(), [])).toBeNull()
      expect(heldMoney(exception, null, [])).toBeNull()
    }
  )

  it.each<[string, Record<string, string | null> | null]>([
    ["no details", null],
    [
      "no amount, as a foreign id of an unpaid event",
      { gateway_id: "order-2" },
    ],
    ["no coin", { amount: "3.00" }],
    ["an amount that is none", { amount: "three", currency: "USDT" }],
    ["nothing", { amount: "0.00", currency: "USDT" }],
    ["less than nothing", { amount: "-3", currency: "USDT" }],
  ])("is nothing that can be sent back with %s", (_, details) => {
    const exception = { kind: "gateway_id_mismatch", details }
    expect(heldMoney(exception, payment({ status: "paid" }), [])).toBeNull()
  })

  it("is exact: more decimals than ours are not rounded away", () => {
    const details = { amount: "10.005", currency: "USDT", chain: null }
    const exception = { kind: "amount_mismatch", details }
    expect(heldMoney(exception, payment(), [])).toEqual(details)
  })
})

describe("a refund of held money", () => {
  it.each<[string, string | undefined, string | null]>([
    ["3.00", undefined, "3.00"],
    ["10.005", undefined, "10.005"],
    ["3.00", "3", "3.00"],
    ["3.00", "3.00", "3.00"],
    ["3.00", "0.01", "0.01"],
    ["3.00", "3.01", null],
    ["10.005", "10.01", null],
    ["3.00", "100", null],
    ["3.00", "0", null],
    ["3.00", "-1", null],
  ])("of %s, asked for %p, is %p", (amount, asked, owed) => {
    const held = { amount, currency: "USDT", chain: null }
    expect(refundOfHeld(held, asked)).toBe(owed)
  })
})
