import { delayBefore, parseRetryAfter } from "../retry"

const NOW = Date.parse("2026-01-01T00:00:00Z")
const POLICY = { baseMs: 100, capMs: 1_000 }

describe("the delay before a retry", () => {
  it.each<[string | string[] | undefined, number | undefined]>([
    ["3", 3_000],
    ["0", 0],
    [["7", "9"], 7_000],
    ["Thu, 01 Jan 2026 00:00:05 GMT", 5_000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("reads Retry-After %j as %p ms", (header, expected) => {
    expect(parseRetryAfter(header, NOW)).toBe(expected)
  })

  it.each([
    [0, 50, 100],
    [1, 100, 200],
    [3, 400, 800],
    [50, 500, 1_000],
  ])(
    "grows with each attempt up to the cap, with jitter (attempt %i)",
    (attempt, least, most) => {
      for (let sample = 0; sample < 50; sample += 1) {
        const delay = delayBefore(attempt, undefined, POLICY)
        expect(delay).toBeGreaterThanOrEqual(least)
        expect(delay).toBeLessThanOrEqual(most)
      }
    }
  )

  it("is at least Retry-After, and at most the cap", () => {
    for (let sample = 0; sample < 50; sample += 1) {
      const delay = delayBefore(0, 950, POLICY)
      expect(delay).toBeGreaterThanOrEqual(950)
      expect(delay).toBeLessThanOrEqual(1_000)
    }
  })

  it("is undefined if Retry-After exceeds the cap", () => {
    expect(delayBefore(0, 1_001, POLICY)).toBeUndefined()
  })
})
