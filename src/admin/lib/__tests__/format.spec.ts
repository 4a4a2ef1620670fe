import {
  durationOf,
  exportFormatFor,
  formatsOf,
  localeOf,
  shorten,
} from "../format"

it.each([
  ["en", "en"],
  ["es", "es"],
  ["ptBR", "pt-BR"],
  ["zhCN", "zh-CN"],
  ["", "en"],
])("maps the language %p to the locale %s", (code, tag) => {
  expect(localeOf(code)).toBe(tag)
})

it.each([
  ["en", "1234567.5", "1,234,567.50 USDT"],
  ["es", "1234567.5", "1.234.567,50 USDT"],
  ["en", "90071992547409.93", "90,071,992,547,409.93 USDT"],
  ["en", "0.000001", "0.000001 USDT"],
])("formats coins in %s without losing a digit: %s", (locale, amount, text) => {
  expect(formatsOf(locale).coins(amount, "USDT")).toBe(text)
})

it.each([
  ["10.5", "usd", "$10.50"],
  ["10.555", "usd", "$10.555"],
  ["1000", "jpy", "¥1,000"],
  ["10.5", "points", "10.50 POINTS"],
])("formats %s %s of a cart as %s", (amount, currency, text) => {
  expect(formatsOf("en").money(amount, currency)).toBe(text)
})

it("shortens hashes, and keeps short ids", () => {
  expect(shorten(`0x${"ab".repeat(32)}`)).toBe("0xabab…abab")
  expect(shorten("stpay_1")).toBe("stpay_1")
})

describe("a duration", () => {
  it.each([
    [0, [["s", 0]]],
    [
      330,
      [
        ["min", 5],
        ["s", 30],
      ],
    ],
    [
      3_599,
      [
        ["min", 59],
        ["s", 59],
      ],
    ],
    [
      7_199,
      [
        ["h", 1],
        ["min", 59],
        ["s", 59],
      ],
    ],
    [86_400, [["h", 24]]],
  ])("of %i s is split into hours, minutes and seconds", (seconds, parts) => {
    expect(durationOf(seconds)).toEqual(parts)
  })
})

it.each([
  ["en-US", "comma"],
  ["en-GB", "comma"],
  ["ja", "comma"],
  ["es-MX", "comma"],
  ["de-CH", "comma"],
  ["es", "semicolon"],
  ["es-ES", "semicolon"],
  ["de-DE", "semicolon"],
  ["fr", "semicolon"],
  ["pt-BR", "semicolon"],
  ["pl", "semicolon"],
])("spreadsheets in %s read the format %s", (language, format) => {
  expect(exportFormatFor(language)).toBe(format)
})
