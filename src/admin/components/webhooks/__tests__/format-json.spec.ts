import { formatJson } from "../format-json"

describe("a formatted webhook body", () => {
  it.each([
    {},
    [],
    { a: {}, b: [], c: [{}] },
    { "a:,{": '[",\\"]', b: [1, true, null, { c: "ü ✓" }] },
    "text",
    12,
  ])("is formatted like JSON: %j", (value) => {
    expect(formatJson(JSON.stringify(value))).toBe(
      JSON.stringify(value, null, 2)
    )
  })

  it("keeps every digit and character as it was signed", () => {
    const body =
      '{ "amount":1.50,\r\n"exact" : 10.000000000000000001,"big":12345678901234567890, "e":1e2,\t"name":"Caf\\u00e9 \\/ \\"x\\" " }'
    expect(formatJson(body)).toBe(
      [
        "{",
        '  "amount": 1.50,',
        '  "exact": 10.000000000000000001,',
        '  "big": 12345678901234567890,',
        '  "e": 1e2,',
        '  "name": "Caf\\u00e9 \\/ \\"x\\" "',
        "}",
      ].join("\n")
    )
  })

  it("can have the maximum size of a body", () => {
    const body = JSON.stringify({ text: "a".repeat(65_536) })
    expect(formatJson(body)).toContain("a".repeat(65_536))
  })

  it.each(["", "paid, trust me", '{"a":1'])("is not made of %j", (body) => {
    expect(formatJson(body)).toBeNull()
  })
})
