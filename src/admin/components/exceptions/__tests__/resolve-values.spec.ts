import { resolutionOf } from "../resolve-values"

const TYPED = {
  action: "close",
  note: " Compared with the portal. ",
  is_sent: false,
  tx_hash: "",
  amount: "",
  reason: "",
  refund_to: "",
} as const

describe("the values of the form", () => {
  it("close a group with the shown size, so that later payments stay open", () => {
    expect(resolutionOf(TYPED, { details: { count: "7" } })).toEqual({
      action: "close",
      note: "Compared with the portal.",
      count: 7,
    })
  })

  it("omit blank fields", () => {
    expect(resolutionOf(TYPED, { details: null })).toEqual({
      action: "close",
      note: "Compared with the portal.",
    })
    expect(
      resolutionOf({ ...TYPED, action: "refund" }, { details: {} })
    ).toEqual({
      action: "refund",
      note: "Compared with the portal.",
      refund: {},
    })
  })
})
