import { formatFor } from "../export-format"

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
  expect(formatFor(language)).toBe(format)
})
