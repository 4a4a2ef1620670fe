import { resolutionOf, type ResolveValues } from "../resolve-values"

const TYPED: ResolveValues = {
  action: "close",
  note: " Compared with the portal. ",
  whereabouts: "",
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
    expect(resolutionOf({ ...TYPED, action: "refund" }, none)).toEqual({
      action: "refund",
      note,
      refund: {},
    })
  })

  it.each<[Partial<ResolveValues>, object]>([
    [{ action: "refund", amount: "5.00" }, { refund: { amount: "5.00" } }],
    [{ action: "refund", amount: " 5,25 " }, { refund: { amount: "5.25" } }],
    [{ action: "assign", payment_id: " stpay_1 " }, { payment_id: "stpay_1" }],
    [{ whereabouts: "sent", tx_hash: "0x1" }, { sent: { tx_hash: "0x1" } }],
    [
      { whereabouts: "sent", tx_hash: "0x1", shared_transfer: true },
      { sent: { tx_hash: "0x1", shared_transfer: true } },
    ],
    [{ whereabouts: "order_id", order_id: "order_1" }, { order_id: "order_1" }],
    [{ whereabouts: "kept", kept: "A tip." }, { kept: "A tip." }],
  ])("name the sum that was read: %j", (typed, body) => {
    expect(resolutionOf({ ...TYPED, ...typed }, some)).toEqual({
      action: typed.action ?? "close",
      note,
      held: "12.50",
      ...body,
    })
  })
})
