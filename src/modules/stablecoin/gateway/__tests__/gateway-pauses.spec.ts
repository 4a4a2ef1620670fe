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

  it("doubles up to a minute without Retry-After", () => {
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

  it("begins once for many concurrent 429s", () => {
    const { pauses, pass } = paused()
    for (let call = 0; call < 20; call += 1) {
      pauses.begin("a", undefined)
    }
    pass(1_000)
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

  it("is reset by a successful call, unless the call began before the pause", () => {
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
