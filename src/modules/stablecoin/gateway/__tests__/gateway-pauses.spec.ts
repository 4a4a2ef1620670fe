import { GatewayPauses } from "../gateway-pauses"

/** Pauses with a manual clock. */
function paused() {
  let now = 0
  const pauses = new GatewayPauses(() => now)
  return { pauses, pass: (ms: number) => (now += ms) }
}

describe("the pause after a 429", () => {
  it.each([1, 7_000, 90_000])("lasts the %i ms of Retry-After", (ms) => {
    const { pauses, pass } = paused()
    pauses.begin("a", ms)
    pass(ms - 1)
    expect(pauses.has("a")).toBe(true)
    pass(1)
    expect(pauses.has("a")).toBe(false)
  })

  it("lasts 10 seconds without Retry-After", () => {
    const { pauses, pass } = paused()
    pauses.begin("a", undefined)
    pass(9_999)
    expect(pauses.has("a")).toBe(true)
    pass(1)
    expect(pauses.has("a")).toBe(false)
  })

  it("ends with the longest Retry-After", () => {
    const { pauses, pass } = paused()
    pauses.begin("a", 10_000)
    pauses.begin("a", 1_000)
    pass(9_999)
    expect(pauses.has("a")).toBe(true)
  })

  it("ends after an hour at the latest", () => {
    const { pauses, pass } = paused()
    pauses.begin("a", 1e12)
    pass(60 * 60_000)
    expect(pauses.has("a")).toBe(false)
  })

  it("does not pause another account", () => {
    const { pauses } = paused()
    pauses.begin("a", 1_000)
    expect(pauses.accounts).toEqual(["a"])
    expect(pauses.has("b")).toBe(false)
  })
})
