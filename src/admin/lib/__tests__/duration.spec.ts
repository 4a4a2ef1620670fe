import { durationOf, secondsOf } from "../duration"

describe("a duration", () => {
  it.each([
    [0, { hours: 0, minutes: 0, seconds: 0 }],
    [330, { hours: 0, minutes: 5, seconds: 30 }],
    [3_599, { hours: 0, minutes: 59, seconds: 59 }],
    [7_199, { hours: 1, minutes: 59, seconds: 59 }],
    [86_400, { hours: 24, minutes: 0, seconds: 0 }],
  ])("of %i s is split into hours, minutes and seconds", (seconds, parts) => {
    expect(durationOf(seconds)).toEqual(parts)
  })

  it("is entered in hours and minutes, or left blank", () => {
    expect(secondsOf("1", "30")).toBe(5_400)
    expect(secondsOf("", "5")).toBe(300)
    expect(secondsOf(" ", "")).toBeNull()
  })
})
