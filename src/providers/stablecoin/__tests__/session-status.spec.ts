import { sessionStatus } from "../session-status"

describe("the session status reports money only when it is paid", () => {
  it.each([
    ["creating", "automatic", "pending"],
    ["pending", "automatic", "pending"],
    ["abandoned", "automatic", "pending"],
    ["failed", "automatic", "error"],
    ["cancelled", "automatic", "canceled"],
    ["paid", "automatic", "captured"],
    ["creating", "manual", "pending"],
    ["pending", "manual", "pending"],
    ["abandoned", "manual", "pending"],
    ["failed", "manual", "error"],
    ["cancelled", "manual", "canceled"],
    ["paid", "manual", "authorized"],
  ] as const)("%s under %s capture is %s", (status, capture, expected) => {
    expect(sessionStatus({ status, capture }, false)).toBe(expected)
  })

  it("is not captured while it waits for a proof by the chain", () => {
    const paid = { status: "paid", capture: "automatic" } as const
    expect(sessionStatus(paid, true)).toBe("authorized")
  })
})
