import type { AdminExceptionDetail } from "../../../../http-types"
import { formatsOf } from "../../../lib/format"
import {
  amountProblem,
  firstAmount,
  resolutionOf,
  type ResolveValues,
} from "../resolve-values"

type Held = AdminExceptionDetail["held"]

const TYPED: ResolveValues = {
  choice: "close",
  note: " Compared with the portal. ",
  order_id: "",
  kept: "",
  payment_id: "",
  tx_hash: "",
  amount: "",
  reason: "",
  refund_to: "",
}
const note = "Compared with the portal."
const none = { held: null }
const held = {
  amount: "12.50",
  currency: "USDT",
  chain: null,
  confirmed: true,
  captured: false,
} as const
const some = { held }

describe("the values of the form", () => {
  it("omit blank fields", () => {
    expect(resolutionOf(TYPED, none)).toEqual({ action: "close", note })
    expect(resolutionOf({ ...TYPED, choice: "refund" }, none)).toEqual({
      action: "refund",
      note,
      refund: {},
    })
  })

  it.each<[Partial<ResolveValues>, object]>([
    [
      { choice: "refund", amount: "5.00" },
      { action: "refund", refund: { amount: "5.00" } },
    ],
    [
      { choice: "refund", amount: " 5,25 " },
      { action: "refund", refund: { amount: "5.25" } },
    ],
    [
      { choice: "assign", payment_id: " stpay_1 " },
      { action: "assign", payment_id: "stpay_1" },
    ],
    [{ choice: "sent", tx_hash: "0x1" }, { sent: { tx_hash: "0x1" } }],
    [{ choice: "order_id", order_id: "order_1" }, { order_id: "order_1" }],
    [{ choice: "kept", kept: "A tip." }, { kept: "A tip." }],
  ])("name the sum that was read: %j", (typed, body) => {
    expect(resolutionOf({ ...TYPED, ...typed }, some)).toEqual({
      action: "close",
      note,
      held: "12.50",
      ...body,
    })
  })

  it.each<[Partial<ResolveValues>, string, object]>([
    [
      { choice: "sent", tx_hash: "0x1" },
      "hash_used",
      { sent: { tx_hash: "0x1", shared_transfer: true } },
    ],
    [
      { choice: "order_id", order_id: "#7" },
      "other_customer",
      { order_id: "#7", other_customer: true },
    ],
    [{ choice: "kept", kept: "A tip." }, "held_changed", { kept: "A tip." }],
  ])("override by a second try: %j, refused for %s", (typed, refusal, body) => {
    expect(resolutionOf({ ...TYPED, ...typed }, none, refusal)).toEqual({
      action: "close",
      note,
      ...body,
    })
  })
})

describe("the amount of a refund", () => {
  it.each<[string, Held, string]>([
    ["all that is held", held, "12.50"],
    ["blank without a confirmed amount", { ...held, confirmed: false }, ""],
    [
      "blank with more digits than a form accepts",
      { ...held, amount: "40.005" },
      "",
    ],
    ["blank without held money", null, ""],
  ])("starts as %s", (_, of, amount) => {
    expect(firstAmount(of, formatsOf("en"))).toBe(amount)
  })

  it("starts as the excess, while there is one", () => {
    expect(firstAmount(held, formatsOf("en"), "11.25")).toBe("1.25")
    expect(firstAmount(held, formatsOf("en"), "12.50")).toBe("")
  })

  it.each([
    ["es", "1250,50"],
    ["en", "1250.50"],
    ["ar-EG", "1250٫50"],
  ])("starts in the format of %s, which is accepted: %s", (locale, first) => {
    const of = { ...held, amount: "1250.50" }
    expect(firstAmount(of, formatsOf(locale))).toBe(first)
    expect(amountProblem(first, of)).toBeNull()
  })

  it.each([
    ["", true, null],
    ["", false, "malformed"],
    ["1.234", true, "malformed"],
    ["a part", true, "malformed"],
    ["0.00", true, "zero"],
    [" 0.01 ", true, null],
    ["12.5", false, null],
    ["12,5", false, null],
    ["12,51", false, "excess"],
    ["1.012,50", false, "malformed"],
    ["12.51", false, "excess"],
  ])("typed as %j, optional %s, has the problem %s", (typed, optional, is) => {
    expect(amountProblem(typed, { ...held, confirmed: optional })).toBe(is)
  })

  it("is not limited where the gateway confirmed nothing", () => {
    expect(amountProblem("99.00", null)).toBeNull()
  })
})
