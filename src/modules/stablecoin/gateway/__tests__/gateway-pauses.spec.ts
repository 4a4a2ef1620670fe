import { GatewayPauses } from "../gateway-pauses"

/** Pauses with a manual clock. */
function paused() {
  let now = 0
  const pauses = new GatewayPauses(() => now)
  return { pauses, pass: (ms: number) => (now += ms) }
}

describe("a gateway that answered 429", () => {
  it.each([1, 7_000, 90_000])(
    "is left alone for the %i ms that it asks for, and no longer",
    (ms) => {
      const { pauses, pass } = paused()
      pauses.begin("a", ms)
      pass(ms - 1)
      expect(pauses.has("a")).toBe(true)
      pass(1)
      expect(pauses.has("a")).toBe(false)
    }
  )

  it("is left alone ever longer when it does not say how long", () => {
    const { pauses, pass } = paused()
    const lengths = [1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1000)
    for (const length of lengths) {
      pauses.begin("a", undefined)
      pass(length - 1)
      expect(pauses.has("a")).toBe(true)
      pass(1)
      expect(pauses.has("a")).toBe(false)
    }
  })

  it("answered many calls at once: that is one pause", () => {
    const { pauses, pass } = paused()
    for (let call = 0; call < 20; call += 1) {
      pauses.begin("a", undefined)
    }
    pass(1_000)
    expect(pauses.has("a")).toBe(false)
  })

  it("has the last and longest word", () => {
    const { pauses, pass } = paused()
    pauses.begin("a", 10_000)
    pauses.begin("a", 1_000)
    pass(9_999)
    expect(pauses.has("a")).toBe(true)
  })

  it("is asked again after an hour, whatever it said", () => {
    const { pauses, pass } = paused()
    pauses.begin("a", 1e12)
    pass(60 * 60_000)
    expect(pauses.has("a")).toBe(false)
  })

  it("is no reason to leave another account alone", () => {
    const { pauses } = paused()
    pauses.begin("a", 1_000)
    expect(pauses.accounts).toEqual(["a"])
    expect(pauses.has("b")).toBe(false)
  })

  it("is trusted again after a call that went well, and not by one that was under way", () => {
    const { pauses, pass } = paused()
    pauses.begin("a", undefined)
    pauses.end("a")
    expect(pauses.has("a")).toBe(true)

    pass(1_000)
    pauses.end("a")
    pauses.begin("a", undefined)
    pass(1_000)
    expect(pauses.has("a")).toBe(false)
  })
})
