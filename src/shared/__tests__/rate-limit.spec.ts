import { RateLimit } from "../rate-limit"

it("refuses a key over the limit until the window ends, and no other", () => {
  let now = 5_000
  const starts = new RateLimit(60, () => now)
  expect(starts.count("a", 2)).toBeNull()
  now += 10_000
  expect(starts.count("a", 2)).toBeNull()
  expect(starts.count("a", 2)).toBe(50)
  expect(starts.count("b", 2)).toBeNull()
  now += 49_500
  expect(starts.count("a", 2)).toBe(1)
  now += 500
  expect(starts.count("a", 2)).toBeNull()
})
