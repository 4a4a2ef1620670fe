import {
  closedBefore,
  type ExceptionKind,
  kindsToClose,
  SETTLEMENT_KINDS,
} from "../index"
import { closed } from "./settlement-samples"

describe("the merchant's resolutions", () => {
  it("with a recorded transfer need no note", () => {
    const recorded = { ...closed("already_covered"), is_recorded: true }
    expect(closedBefore([recorded])).toBeUndefined()
    expect(closedBefore([recorded, closed("order_missing")])).toEqual(
      closed("order_missing")
    )
  })

  it.each<
    [string, Parameters<typeof kindsToClose>[0], readonly ExceptionKind[]]
  >([
    ["every exception", [], SETTLEMENT_KINDS],
    [
      "a changed sum, once the merchant took the money over",
      [closed("already_covered")],
      ["amount_due_changed"],
    ],
    [
      "every exception, also after a changed sum was closed",
      [closed("amount_due_changed")],
      SETTLEMENT_KINDS,
    ],
  ])("let settling close %s", (_, resolutions, kinds) => {
    expect(kindsToClose(resolutions)).toEqual(kinds)
  })
})
