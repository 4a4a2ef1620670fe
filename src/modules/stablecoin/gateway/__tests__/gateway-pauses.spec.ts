import { GatewayPauses } from "../gateway-pauses"

describe("the pause after a 429", () => {
  it.each<[string, (number | undefined)[], number]>([
    ["the time of Retry-After", [7_000], 7_000],
    ["10 seconds without Retry-After", [undefined], 10_000],
    ["the longest Retry-After", [10_000, 1_000], 10_000],
    ["an hour at most", [1e12], 60 * 60_000],
  ])("lasts %s, for its account", (_, answers, ms) => {
    let now = 0
    const pauses = new GatewayPauses(() => now)
    answers.forEach((retryAfter) => pauses.begin("a", retryAfter))
    now = ms - 1
    expect(pauses.has("a")).toBe(true)
    expect(pauses.has("b")).toBe(false)
    expect(pauses.accounts).toEqual(["a"])
    now = ms
    expect(pauses.has("a")).toBe(false)
    expect(pauses.accounts).toEqual([])
  })
})
