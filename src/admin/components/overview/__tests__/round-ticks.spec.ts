import { roundTicks } from "../round-ticks"

describe("the axis of the chart", () => {
  it.each([
    [87.13, [0, 25, 50, 75, 100]],
    [80, [0, 20, 40, 60, 80]],
    [3, [0, 1, 2, 3]],
    [1234, [0, 500, 1000, 1500]],
    [0, [0, 0.25]],
  ])("has round values from zero to above %d: %j", (most, ticks) => {
    expect(roundTicks(most)).toEqual(ticks)
  })
})
