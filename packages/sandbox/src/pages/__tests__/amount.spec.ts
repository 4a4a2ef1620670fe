import { readableAmount } from "../parts"

describe("a formatted amount", () => {
  it.each([
    ["0.05", "0.05"],
    ["42.50", "42.50"],
    ["999.99", "999.99"],
    ["1250.00", "1,250.00"],
    ["12345678.901234", "12,345,678.901234"],
    ["1000000", "1,000,000"],
  ])("keeps every digit of %s", (amount, readable) => {
    expect(readableAmount(amount)).toBe(readable)
  })

  it("does not format a text that is not a plain decimal", () => {
    expect(readableAmount("about 1000")).toBe("about 1000")
    expect(readableAmount("1e21")).toBe("1e21")
  })
})
