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

describe("what the form sends", () => {
  it("closes a group with the size that was shown, so that payments which joined since stay open", () => {
    expect(resolutionOf(TYPED, { details: { count: "7" } })).toEqual({
      action: "close",
      note: "Compared with the portal.",
      count: 7,
    })
  })

  it("leaves out what is blank", () => {
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
