import { deadlineText } from "../react/waiting.tsx"
import { en } from "../react/labels.ts"
import { es } from "../react/labels-es.ts"

/** The device's local time, on a Monday. */
const NOW = new Date(2026, 10, 23, 12, 0).getTime()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const inBritish = (ms: number, offset: number | undefined = 0) =>
  deadlineText(
    // The deadline by the store's clock.
    new Date(NOW + (offset ?? 0) + ms).toISOString(),
    NOW,
    offset,
    en,
    ["de", "en-GB", "en"]
  )

it.each([
  [-1, "Time left: 0:00"],
  [9_999, "Time left: 0:09"],
  [9 * MINUTE + 5_000, "Time left: 9:05"],
  [HOUR, "Time left: 60:00"],
  [HOUR + MINUTE, "Pay by 13:01"],
  [6 * HOUR, "Pay by 18:00"],
  [24 * HOUR, "Pay by Tuesday 24 November, 12:00"],
  [4 * 24 * HOUR, "Pay by Friday 27 November, 12:00"],
])("%d ms before the end, shows %j", (ms, text) => {
  expect(inBritish(ms)).toBe(text)
})

it.each([
  [HOUR + MINUTE, "Límite para pagar: 13:01"],
  [24 * HOUR, "Límite para pagar: martes, 24 de noviembre, 12:00"],
  [4 * 24 * HOUR, "Límite para pagar: viernes, 27 de noviembre, 12:00"],
])("%d ms before the end, shows in Spanish %j", (ms, text) => {
  const until = new Date(NOW + ms).toISOString()
  // The buyer's first language is another one than the shop's.
  expect(deadlineText(until, NOW, 0, es, ["en-US"])).toBe(text)
})

it.each([
  ["half an hour ahead", -30 * MINUTE],
  ["half an hour behind", 30 * MINUTE],
])("shows the deadline as a device reads it whose clock is %s", (_, offset) => {
  expect(inBritish(9 * MINUTE, offset)).toBe("Time left: 9:00")
  expect(inBritish(3 * HOUR, offset)).toBe("Pay by 15:00")
})

it("shows no deadline while the store's clock is unknown", () => {
  const until = new Date(NOW).toISOString()
  expect(deadlineText(until, NOW, undefined, en, [])).toBeNull()
})
