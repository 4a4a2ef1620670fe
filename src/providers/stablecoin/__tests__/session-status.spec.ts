import { sessionStatus } from "../session-status"

it.each([
  ["creating", "pending"],
  ["pending", "pending"],
  ["abandoned", "pending"],
  ["failed", "error"],
  ["cancelled", "canceled"],
  ["paid", "authorized"],
] as const)("the session of a payment that is %s is %s", (status, expected) => {
  expect(sessionStatus({ status })).toBe(expected)
})
