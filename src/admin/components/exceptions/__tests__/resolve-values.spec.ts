import { resolutionOf, type ResolveValues } from "../resolve-values"

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
}
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
